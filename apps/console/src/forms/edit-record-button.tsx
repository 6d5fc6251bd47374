import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { recordsChanged } from '../api/queries.ts';
import { Asked } from '../frame/asked.tsx';
import { listOf, readAgain, type AnyRecord, type ListName, type Versioned } from '../lists/records.ts';
import { may, usePerson } from '../signing-in/person.tsx';
import { CollisionForm } from './collision-form.tsx';
import { useFields } from './custom-fields.tsx';
import { valuesOf, type FormField } from './fields.ts';
import type { Values } from './saving/merging.ts';
import { offeredFields } from './offered-fields.ts';
import { RecordForm } from './record-form.tsx';
import { saveEdit, type Collision } from './saving/save-edit.ts';
import { ModalDialog } from './modal-dialog.tsx';

interface EditRecordButtonProps {
  readonly list: ListName;
  readonly record: AnyRecord;
  readonly label?: string;
  /** The name of the record, where such buttons of many stand beside each other. */
  readonly of?: string;
}

/** A button that changes a record, where the person may do that. The form begins with the record as it is then. */
export function EditRecordButton({ list, record, label = 'Edit', of }: EditRecordButtonProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  if (!may(usePerson(), list, 'update')) {
    return null;
  }
  return (
    <>
      <Button {...(of !== undefined && { 'aria-label': `${label} ${of}` })} onPress={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && <EditRecordDialog list={list} record={record} onClose={() => setOpen(false)} />}
    </>
  );
}

type EditRecordDialogProps = Omit<EditRecordButtonProps, 'label'> & { readonly onClose: () => void };

function EditRecordDialog({ list, record, onClose }: EditRecordDialogProps): ReactNode {
  const [isTouched, setTouched] = useState(false);
  const [collision, setCollision] = useState<Collision>();
  const [unanswered] = useState<Values[]>([]);
  const fields = useFields(list);
  const read = useQuery({
    queryKey: ['edited', list, record.id],
    queryFn: () => readAgain(list, record),
    gcTime: 0,
    staleTime: Infinity,
    refetchOnReconnect: false,
  });
  const save = async (all: readonly FormField[], based: Versioned, values: Values): Promise<void> => {
    const found = await saveEdit(list, all, { based, values, unanswered });
    setCollision(found);
    if (found === undefined) {
      onClose();
      await recordsChanged();
    }
  };
  const title = collision ? 'Somebody else changed this' : `Edit ${listOf(list).one}`;
  return (
    <ModalDialog title={title} onClose={onClose} staysOpen={isTouched}>
      <Asked of={{ ...read, data: fields && read.data }}>
        {(based) => (
          <Changing
            {...{ list, based, collision, onClose }}
            fields={fields ?? []}
            onSave={save}
            onTouch={() => setTouched(true)}
          />
        )}
      </Asked>
    </ModalDialog>
  );
}

interface ChangingProps {
  readonly list: ListName;
  readonly based: Versioned;
  readonly fields: readonly FormField[];
  readonly collision: Collision | undefined;
  readonly onSave: (fields: readonly FormField[], based: Versioned, values: Values) => Promise<void>;
  readonly onClose: () => void;
  readonly onTouch: () => void;
}

function Changing({ list, based, fields, collision, onSave, onClose, onTouch }: ChangingProps): ReactNode {
  const person = usePerson();
  return collision ? (
    <CollisionForm
      key={collision.based.etag}
      collision={collision}
      onSave={(values) => onSave(fields, collision.based, values)}
      onCancel={onClose}
    />
  ) : (
    <RecordForm
      fields={offeredFields(person, list, fields, false)}
      values={valuesOf(fields, based.record)}
      record={based.record}
      isNew={false}
      onSave={(values) => onSave(fields, based, values)}
      onCancel={onClose}
      onTouch={onTouch}
    />
  );
}
