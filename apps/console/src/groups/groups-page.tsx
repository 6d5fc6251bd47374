import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EditRecordButton } from '../forms/edit-record-button.tsx';
import { NewRecordButton } from '../forms/new-record-button.tsx';
import { Asked } from '../frame/asked.tsx';
import { useTitle } from '../frame/title.ts';
import { nameOf } from '../lists/naming.ts';
import type { AnyRecord } from '../lists/records.ts';
import { DeleteButton } from '../records/delete-button.tsx';
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
        <NewRecordButton list="customerGroups" />
      </header>
      <Asked of={asked}>
        {(branches) =>
          branches.length === 0 ? <p className="hint">There are none yet.</p> : <Branches branches={branches} />
        }
      </Asked>
    </main>
  );
}

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
  return (
    <div className="acts">
      <strong dir="auto">{name}</strong>
      <span className="hint">
        {[code, `${String(customerCount)} customers`, isActive === false && 'not active'].filter(Boolean).join(', ')}
      </span>
      <NewRecordButton
        list="customerGroups"
        label="New group below"
        of={name}
        initial={{ parentId: group.id, parentName: name }}
      />
      <EditRecordButton list="customerGroups" record={group} of={name} />
      <DeleteButton list="customerGroups" record={group} of={name} />
    </div>
  );
}
