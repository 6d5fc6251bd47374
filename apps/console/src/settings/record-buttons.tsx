import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { isFailure } from '../api/failure.ts';
import { KeptKey } from '../api/kept-key.ts';
import { DialogButton } from '../dialogs/dialog-button.tsx';
import { Asked } from '../frame/asked.tsx';
import { nameOf } from '../lists/naming.ts';
import { createRecord, getRecord, operationOf, updateRecord, type AnyRecord } from '../lists/records.ts';
import { RecordForm, type FormOf } from './record-form.tsx';

interface NewButtonProps extends FormOf {
  readonly text: string;
  readonly label?: string;
  /** The values with which it begins. */
  readonly initial?: Readonly<Record<string, unknown>>;
  readonly act?: string;
  readonly make?: (body: object, key: string) => Promise<unknown>;
}

/** A button that makes a record of the settings in a dialog. */
export function NewButton({ text, label, ...form }: NewButtonProps): ReactNode {
  return (
    <DialogButton text={text} {...(label === undefined ? { className: 'first' } : { label, title: label })}>
      {(close) => <NewForm {...form} close={close} />}
    </DialogButton>
  );
}

type NewFormProps = Omit<NewButtonProps, 'text' | 'label'> & { readonly close: () => void };

function NewForm({ initial = {}, act = 'Save', make, ...form }: NewFormProps): ReactNode {
  const [key] = useState(() => new KeptKey());
  const save = (body: object) => (make ?? makeIn(form.list))(body, key.for(body));
  return <RecordForm {...form} record={{ id: '', ...initial }} act={act} save={save} />;
}

function makeIn(list: string) {
  return (body: object, key: string) => createRecord(list, body, key);
}

interface EditButtonProps extends FormOf {
  readonly record: AnyRecord;
}

/** A button that changes a record of the settings in a dialog. */
export function EditButton({ record, ...form }: EditButtonProps): ReactNode {
  const label = `Edit ${nameOf(form.list, record)}`;
  return (
    <DialogButton text="Edit" label={label} title={label}>
      {(close) =>
        operationOf(form.list, 'get') === undefined ? (
          <ChangeForm {...form} record={record} etag="" close={close} />
        ) : (
          <ReadForm {...form} record={record} close={close} />
        )
      }
    </DialogButton>
  );
}

type EditFormProps = EditButtonProps & { readonly close: () => void };

/** Reads the record with its version first. A change that came between is shown before the person tries again. */
function ReadForm({ record, ...form }: EditFormProps): ReactNode {
  const [note, setNote] = useState<string>();
  const asked = useQuery({
    queryKey: ['record', form.list, record.id],
    queryFn: () => getRecord(form.list, record.id),
    refetchOnWindowFocus: false,
    refetchOnMount: 'always',
    gcTime: 0,
  });
  const again = async (): Promise<void> => {
    setNote('Somebody else changed this meanwhile. Here is how it is now; change it again.');
    await asked.refetch();
  };
  return (
    <Asked of={asked}>
      {({ record: now, etag }) => (
        <ChangeForm
          key={etag}
          {...form}
          record={{ ...now, id: record.id }}
          etag={etag}
          note={note}
          onConflict={again}
        />
      )}
    </Asked>
  );
}

interface ChangeFormProps extends EditFormProps {
  readonly etag: string;
  readonly note?: string | undefined;
  readonly onConflict?: () => Promise<void>;
}

function ChangeForm({ etag, onConflict, ...form }: ChangeFormProps): ReactNode {
  // The code of a role stands in the place of an id.
  const id = form.list === 'roles' ? {} : { id: form.record.id };
  const save = (body: object) =>
    updateRecord(form.list, { ...id, ...body }, etag).catch(async (error: unknown) => {
      if (isFailure(error, 'concurrency_conflict')) {
        await onConflict?.();
      }
      throw error;
    });
  return <RecordForm {...form} act="Save" save={save} />;
}
