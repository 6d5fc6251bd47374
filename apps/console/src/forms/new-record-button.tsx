import { useNavigate } from '@tanstack/react-router';
import { useRef, useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { recordsChanged } from '../api/queries.ts';
import { hasPage } from '../lists/naming.ts';
import { createRecord, listOf, memberOf, readAgain, type ListName } from '../lists/records.ts';
import { may, usePerson, type Person } from '../signing-in/person.tsx';
import { useFields } from './custom-fields.tsx';
import { newBody, newValues, type FormField } from './fields.ts';
import type { Values } from './saving/merging.ts';
import { namingFields } from './saving/naming-fields.ts';
import { offeredFields } from './offered-fields.ts';
import { Once } from './saving/once.ts';
import { RecordForm } from './record-form.tsx';
import { saveEdit } from './saving/save-edit.ts';
import { ModalDialog } from './modal-dialog.tsx';

interface NewRecordButtonProps {
  readonly list: ListName;
  /** The values that the form has at first, with the names of what they refer to. The page stays then. */
  readonly initial?: Values;
  readonly label?: string;
  readonly title?: string;
  /** The fields that are asked for, where those are few. */
  readonly only?: readonly string[];
  /** The record that it is about, where such buttons of many stand beside each other. */
  readonly of?: string;
  /** Whether it is what the page is for, rather than one of its lists. */
  readonly isFirst?: boolean;
  /** Makes the record where its list is not enough, and answers the id. */
  readonly create?: (body: object, key: string) => Promise<string>;
}

/** A button for a new record, where the person may make one. */
export function NewRecordButton(props: NewRecordButtonProps): ReactNode {
  const { list, initial, label = `New ${listOf(list).one}`, of, isFirst = initial === undefined } = props;
  const [isOpen, setOpen] = useState(false);
  if (!may(usePerson(), list, 'create')) {
    return null;
  }
  return (
    <>
      <Button
        className={isFirst ? 'first' : ''}
        {...(of !== undefined && { 'aria-label': `${label} ${of}` })}
        onPress={() => setOpen(true)}
      >
        {label}
      </Button>
      {isOpen && <NewRecordDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

type NewRecordDialogProps = NewRecordButtonProps & { readonly onClose: () => void };

function NewRecordDialog({ list, initial, title, only, create, onClose }: NewRecordDialogProps): ReactNode {
  const person = usePerson();
  const navigate = useNavigate();
  const fields = useFields(list);
  const [isTouched, setTouched] = useState(false);
  const [once] = useState(() => onceOf(list, create));
  const made = useRef<Made>(undefined);
  const [unanswered] = useState<Values[]>([]);
  const given = { ...ownerOf(person, list), ...initial };
  const save = async (all: readonly FormField[], values: Values): Promise<void> => {
    const body = newBody(all, values);
    made.current ??= await once.send(body);
    const { answer: id, body: taken } = made.current;
    if (taken !== body) {
      await saveEdit(list, all, { based: await readAgain(list, { id, ...taken }), values, unanswered });
    }
    onClose();
    if (initial === undefined && hasPage(list)) {
      await navigate({ to: `/${list}/${id}` });
    }
    await recordsChanged();
  };
  return (
    <ModalDialog
      title={title ?? `New ${listOf(list).one}`}
      onClose={onClose}
      staysOpen={isTouched}
      isSmall={only !== undefined}
    >
      {fields === undefined ? (
        <p className="waiting">Loading…</p>
      ) : (
        <RecordForm
          fields={offeredFields(person, list, fields, true).filter(({ name }) => only?.includes(name) ?? true)}
          values={newValues(list, fields, given)}
          record={{ id: '', ...given }}
          isNew
          onSave={(values) => save(fields, values)}
          onCancel={onClose}
          onTouch={() => setTouched(true)}
        />
      )}
    </ModalDialog>
  );
}

/** The record of an earlier try whose answer was lost. What the person typed since then changes it. */
type Made = Awaited<ReturnType<Once<object, string>['send']>>;

function onceOf(list: string, create = createIn(list)): Once<object, string> {
  return new Once((body, key) => namingFields(body, () => create(body, key)));
}

function createIn(list: string) {
  return (body: object, key: string) => createRecord(list, body, key);
}

/** A record belongs to the person who makes it, unless that one says otherwise. */
function ownerOf({ id, name }: Person, list: string): Values {
  return memberOf(list, 'ownerUserId') ? { ownerUserId: id, ownerName: name } : {};
}
