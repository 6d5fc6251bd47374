import { useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { recordsChanged } from '../api/queries.ts';
import { ModalDialog } from '../forms/modal-dialog.tsx';
import { SaveButtons } from '../forms/save-buttons.tsx';
import { Once } from '../forms/saving/once.ts';
import { Sentence } from '../forms/sentence.tsx';
import { useAct } from '../forms/use-act.ts';
import { usePerson, may } from '../signing-in/person.tsx';
import { Select } from '../values/control.tsx';
import { inWords } from '../words/labels.ts';
import { FoundTargets } from './found-targets.tsx';
import { addMembers, memberStatuses, targets, type Addition, type Target } from './targets.ts';

/** Looks for contacts, leads and customers, and adds those that the person marks to a campaign. */
export function AddMembersButton({ campaignId }: { readonly campaignId: string }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>Add members</Button>
      {isOpen && <AddMembersDialog campaignId={campaignId} onClose={() => setOpen(false)} />}
    </>
  );
}

export type Marked = Readonly<Record<Target, readonly string[]>>;

interface AddMembersDialogProps {
  readonly campaignId: string;
  readonly onClose: () => void;
}

function AddMembersDialog({ campaignId, onClose }: AddMembersDialogProps): ReactNode {
  const person = usePerson();
  const readable = (Object.keys(targets) as Target[]).filter((one) => may(person, targets[one].list, 'search'));
  const [target, setTarget] = useState(readable[0]);
  const [marked, setMarked] = useState<Marked>({ contact: [], lead: [], customer: [] });
  const [status, setStatus] = useState('');
  const [once] = useState(() => new Once(addMembers));
  const act = useAct();
  const count = Object.values(marked).flat().length;
  const add = async (): Promise<void> => {
    await once.send(additionOf(campaignId, marked, status));
    onClose();
    await recordsChanged();
  };
  return (
    <ModalDialog title="Add members" onClose={onClose} staysOpen={count > 0}>
      <form
        className="fields"
        onSubmit={(event) => {
          event.preventDefault();
          act.run(add);
        }}
      >
        <Sentence error={act.error} />
        <Select
          label="Kind"
          value={target ?? ''}
          choices={readable.map((value) => ({ value, text: inWords(targets[value].list) }))}
          onChoose={(chosen) => setTarget(readable.find((one) => one === chosen))}
        />
        <StatusChoice status={status} onChoose={setStatus} />
        {target && (
          <FoundTargets
            key={target}
            list={targets[target].list}
            marked={marked[target]}
            onMark={(ids) => setMarked({ ...marked, [target]: ids })}
          />
        )}
        <p className="whole" role="status">{`${count} of at most ${countMax} marked`}</p>
        {count > 0 && count <= countMax ? (
          <SaveButtons act={act} onCancel={onClose} label="Add" />
        ) : (
          <Button onPress={onClose}>Cancel</Button>
        )}
      </form>
    </ModalDialog>
  );
}

function StatusChoice(props: { readonly status: string; readonly onChoose: (status: string) => void }): ReactNode {
  const choices = memberStatuses.map((value) => ({ value, text: inWords(value) }));
  return <Select label="Status" value={props.status} choices={choices} isOptional onChoose={props.onChoose} />;
}

const countMax = 500;

function additionOf(campaignId: string, { contact, lead, customer }: Marked, status: string): Addition {
  const lists = { contactIds: [...contact], leadIds: [...lead], customerIds: [...customer] };
  return { campaignId, ...lists, ...(status !== '' && { status }) };
}
