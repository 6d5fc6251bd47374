import { useState, type ReactNode } from 'react';
import { api, dataOf } from '../../api/api.ts';
import { recordsChanged } from '../../api/queries.ts';
import { DialogButton } from '../../dialogs/dialog-button.tsx';
import { DialogForm } from '../../dialogs/dialog-form.tsx';
import { nameOf } from '../../lists/naming.ts';
import type { AnyRecord } from '../../lists/records.ts';
import { FlagField } from '../../values/choices.tsx';
import { Select } from '../../values/control.tsx';
import type { Secret } from './shown-secret.tsx';

interface RotateButtonProps {
  readonly record: AnyRecord;
  readonly onRotated: (made: Omit<Secret, 'name'>) => void;
}

/** Gives a client another secret. */
export function RotateButton({ record, onRotated }: RotateButtonProps): ReactNode {
  return (
    <DialogButton text="Rotate secret" of={nameOf('apiClients', record)}>
      {(close) => <RotateForm id={record.id} onRotated={onRotated} close={close} />}
    </DialogButton>
  );
}

const overlaps = [
  { value: '0', text: 'ends at once' },
  { value: '3600', text: 'lives on for an hour' },
  { value: '86400', text: 'lives on for a day' },
  { value: '604800', text: 'lives on for a week' },
];

interface RotateFormProps extends Pick<RotateButtonProps, 'onRotated'> {
  readonly id: string;
  readonly close: () => void;
}

function RotateForm({ id, onRotated, close }: RotateFormProps): ReactNode {
  const [overlap, setOverlap] = useState('86400');
  const [revokeTokens, setRevokes] = useState(false);
  const rotate = async (): Promise<void> => {
    const body = { overlapSeconds: Number(overlap), revokeTokens };
    onRotated(await dataOf(api.rotateApiClientSecret({ params: { id }, body })));
    await recordsChanged();
  };
  return (
    <DialogForm act="Rotate secret" save={rotate} close={close} members={['overlapSeconds']}>
      {(problems) => (
        <>
          <Select
            label="The secret before"
            value={overlap}
            choices={overlaps}
            onChoose={setOverlap}
            problem={problems['overlapSeconds']}
          />
          <FlagField
            label="End every token and every older secret now"
            member={{ type: 'flag' }}
            typed={revokeTokens}
            onType={(value) => setRevokes(value === true)}
          />
        </>
      )}
    </DialogForm>
  );
}
