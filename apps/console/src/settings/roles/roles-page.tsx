import type { ReactNode } from 'react';
import { EditRecordButton } from '../../forms/edit-record-button.tsx';
import { NewRecordButton } from '../../forms/new-record-button.tsx';
import { nameOf } from '../../lists/naming.ts';
import type { AnyRecord } from '../../lists/records.ts';
import { usePerson } from '../../signing-in/person.tsx';
import { SettingsList } from '../settings-list.tsx';
import { StateButton } from '../state-button.tsx';
import { isWithin } from '../users/within.ts';
import { isBuiltIn, roleName, type Role } from './role-name.ts';
import { SummedRights } from './summed-rights.tsx';

/** Roles say what users may do. Those that every organisation has do not change. */
export function RolesPage(): ReactNode {
  const person = usePerson();
  return (
    <SettingsList
      list="roles"
      title="Roles"
      columns={['code', 'isActive', 'lastModifiedOnUtc']}
      making={<NewRecordButton list="roles" />}
      name={(record) => <NamedRole role={roleOf(record)} />}
      acts={(record, act) => {
        const { code, permissions: held } = roleOf(record);
        const mayEdit = !isBuiltIn(code) && isWithin(person, { roles: [], dataScope: 'all', permissions: held });
        return (
          mayEdit && (
            <>
              <EditRecordButton list="roles" record={record} of={nameOf('roles', record)} />
              <StateButton
                list="roles"
                record={record}
                disable="disableRole"
                enable="enableRole"
                question="A role that is disabled cannot be given any more."
                running={act}
              />
            </>
          )
        );
      }}
    />
  );
}

function roleOf(record: AnyRecord): Role {
  // A record of this list is a role.
  return record as unknown as Role;
}

function NamedRole({ role }: { readonly role: Role }): ReactNode {
  return (
    <>
      <span dir="auto">{roleName(role)}</span>
      <SummedRights rights={role.permissions} called="permissions" />
    </>
  );
}
