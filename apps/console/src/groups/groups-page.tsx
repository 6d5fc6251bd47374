import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queries } from '../api/queries.ts';
import { AskButton } from '../dialogs/ask-button.tsx';
import { Asked } from '../frame/asked.tsx';
import { useTitle } from '../frame/title.ts';
import { nameOf } from '../lists/naming.ts';
import { deleteRecord, type AnyRecord } from '../lists/records.ts';
import { EditButton, NewButton } from '../settings/record-buttons.tsx';
import { may, usePerson } from '../signing-in/person.tsx';
import { allGroups } from './all-groups.ts';
import { treeOf, type Branch } from './group-tree.ts';

/** The tree of groups into which customers are sorted. */
export function GroupsPage(): ReactNode {
  const title = useTitle('Groups');
  const asked = useQuery({ queryKey: ['groups'], queryFn: allGroups, select: treeOf });
  return (
    <main>
      <header className="head">
        <h1>{title}</h1>
        <NewButton text="New customer group" {...form} />
      </header>
      <Asked of={asked}>
        {(branches) =>
          branches.length === 0 ? <p className="hint">There are none yet.</p> : <Branches branches={branches} />
        }
      </Asked>
    </main>
  );
}

const form = { list: 'customerGroups', members: ['name', 'code', 'parentId', 'description', 'isActive'] } as const;

function Branches({ branches }: { readonly branches: readonly Branch[] }): ReactNode {
  return (
    <ul className="tree">
      {branches.map(({ group, below }) => (
        <li key={group.id}>
          <Group group={group} />
          {below.length > 0 && <Branches branches={below} />}
        </li>
      ))}
    </ul>
  );
}

function Group({ group }: { readonly group: AnyRecord }): ReactNode {
  const name = nameOf('customerGroups', group);
  const { code, customerCount, isActive } = group;
  const person = usePerson();
  const remove = async (): Promise<void> => {
    await deleteRecord('customerGroups', group.id);
    await queries.invalidateQueries();
  };
  return (
    <div className="acts">
      <strong dir="auto">{name}</strong>
      <span className="hint">
        {[code, `${String(customerCount)} customers`, isActive === false && 'not active'].filter(Boolean).join(', ')}
      </span>
      <NewButton
        text="New below"
        label={`New customer group below ${name}`}
        {...form}
        initial={{ parentId: group.id, parentName: name }}
      />
      <EditButton record={group} {...form} />
      {may(person, 'customerGroups', 'delete') && (
        <AskButton
          text="Delete"
          label={`Delete ${name}`}
          question="A group that has customers, or groups below it, is not deleted."
          act={remove}
        />
      )}
    </div>
  );
}
