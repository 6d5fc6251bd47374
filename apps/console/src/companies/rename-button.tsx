import { useState, type ReactNode } from 'react';
import { api } from '../api/api.ts';
import { DialogButton } from '../dialogs/dialog-button.tsx';
import { DialogForm } from '../dialogs/dialog-form.tsx';
import { textIn } from '../values/value-type.ts';
import { valueTypes } from '../values/value-types.ts';
import { changeTenant, ofTenant } from './use-tenant.ts';

export function RenameButton({ name }: { readonly name: string }): ReactNode {
  return <DialogButton text="Rename organisation">{(close) => <NameForm name={name} close={close} />}</DialogButton>;
}

function NameForm({ name, close }: { readonly name: string; readonly close: () => void }): ReactNode {
  const [typed, setTyped] = useState(name);
  const { Field } = valueTypes.text;
  const save = () => changeTenant(api.renameTenant({ ...ofTenant(), body: { organisationName: typed } }));
  return (
    <DialogForm act="Save" save={save} close={close} members={['organisationName']}>
      {(problems) => (
        <Field
          label="Organisation"
          member={{ type: 'text', isRequired: true }}
          typed={typed}
          onType={(text) => setTyped(textIn(text))}
          problem={problems['organisationName']}
        />
      )}
    </DialogForm>
  );
}
