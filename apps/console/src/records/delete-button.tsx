import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { isFailure } from '../api/failure.ts';
import { recordsChanged } from '../api/queries.ts';
import { ModalDialog } from '../forms/modal-dialog.tsx';
import { Sentence } from '../forms/sentence.tsx';
import { useAct } from '../forms/use-act.ts';
import { nameOf } from '../lists/naming.ts';
import { deleteRecord, listOf, type AnyRecord } from '../lists/records.ts';
import { may, usePerson } from '../signing-in/person.tsx';

interface DeleteButtonProps {
  readonly list: string;
  readonly record: AnyRecord;
  /** The version that the person sees. */
  readonly etag?: string;
  readonly label?: string;
  /** The name of the record, where such buttons of many stand beside each other. */
  readonly of?: string;
  /** Whether the page is that of the record, and so has an end. */
  readonly leadsOn?: boolean;
}

/** Deletes a record after a question, where the person may do that. */
export function DeleteButton({ label = 'Delete', of, ...props }: DeleteButtonProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    may(usePerson(), props.list, 'delete') && (
      <>
        <Button
          className="grave"
          {...(of !== undefined && { 'aria-label': `${label} ${of}` })}
          onPress={() => setOpen(true)}
        >
          {label}
        </Button>
        {isOpen && <DeleteDialog {...props} onClose={() => setOpen(false)} />}
      </>
    )
  );
}

type DeleteDialogProps = Omit<DeleteButtonProps, 'label' | 'of'> & { readonly onClose: () => void };

function DeleteDialog({ list, record, etag, leadsOn = false, onClose }: DeleteDialogProps): ReactNode {
  const navigate = useNavigate();
  const act = useAct();
  const remove = async (): Promise<void> => {
    await deleteRecord(list, record.id, etag).catch(passWhereGone);
    onClose();
    if (leadsOn) {
      await navigate({ to: `/${list}` });
    }
    await recordsChanged();
  };
  return (
    <ModalDialog title={`Delete this ${listOf(list).one}?`} onClose={onClose} isSmall>
      <Sentence error={act.error} />
      <p dir="auto">{nameOf(list, record)}</p>
      <p className="acts">
        <Button className="grave" isPending={act.isRunning} onPress={() => act.run(remove)}>
          Delete
        </Button>
        <Button onPress={onClose}>Cancel</Button>
      </p>
    </ModalDialog>
  );
}

/** The answer to an earlier try may have been lost. */
function passWhereGone(error: unknown): void {
  if (!(isFailure(error) && error.status === 404)) {
    throw error;
  }
}
