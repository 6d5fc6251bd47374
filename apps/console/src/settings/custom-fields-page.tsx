import type { ReactNode } from 'react';
import { Refusal } from '../dialogs/refusal.tsx';
import { useActing } from '../dialogs/use-acting.ts';
import { Asked } from '../frame/asked.tsx';
import { useTitle } from '../frame/title.ts';
import { RecordTable } from '../lists/record-table.tsx';
import { memberOf } from '../lists/records.ts';
import { useList } from '../lists/use-list.ts';
import { inWords } from '../words/labels.ts';
import type { Fields } from './record-form.tsx';
import { EditButton, NewButton } from './record-buttons.tsx';
import { StateButton } from './state-button.tsx';

/** The fields that the organisation added to its records, by the kinds that have them. */
export function CustomFieldsPage(): ReactNode {
  const title = useTitle('Custom fields');
  return (
    <main>
      <header className="head">
        <h1>{title}</h1>
        <NewButton text="New custom field" {...form} members={['module', 'key', 'fieldType', ...form.members]} />
      </header>
      {memberOf('customFields', 'module')?.words?.map((module) => (
        <FieldsOf key={module} module={module} />
      ))}
    </main>
  );
}

const form = {
  list: 'customFields',
  members: ['label', 'description', 'isRequired', 'options'],
  isShown: (member: string, { fieldType }: Fields) => member !== 'options' || fieldType === 'select',
} as const;

function FieldsOf({ module }: { readonly module: string }): ReactNode {
  const acting = useActing();
  const name = inWords(module);
  const found = useList('customFields', { module, pageSize: 100 });
  return (
    <section aria-label={name}>
      <h2>{name}</h2>
      <Refusal failure={acting.failure} />
      <Asked of={found}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="hint">There are none.</p>
          ) : (
            <RecordTable
              list="customFields"
              label={`Custom fields of ${name.toLowerCase()}`}
              records={items}
              columns={['key', 'fieldType', 'isRequired', 'options', 'isActive']}
              acts={(record) => (
                <>
                  <EditButton
                    record={record}
                    {...form}
                    isShown={(member) => member !== 'options' || record['fieldType'] === 'select'}
                  />
                  <StateButton
                    list="customFields"
                    record={record}
                    disable="disableCustomField"
                    enable="enableCustomField"
                    question="The field leaves every form and every answer. Its values and its key stay."
                    acting={acting}
                  />
                </>
              )}
            />
          )
        }
      </Asked>
    </section>
  );
}
