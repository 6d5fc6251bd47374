import type { ReactNode } from 'react';
import { permissions } from '../../generated/rights.ts';
import type { AnyRecord } from '../../lists/records.ts';
import { usePerson } from '../../signing-in/person.tsx';
import type { FieldProps } from '../../values/value-type.ts';
import { checked, ChecksField } from '../checks-field.tsx';
import { EditButton, NewButton } from '../record-buttons.tsx';
import { SettingsList } from '../settings-list.tsx';
import { StateButton } from '../state-button.tsx';
import { isWithin } from '../users/within.ts';
import { groupedRights } from './right-groups.ts';
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
      making={<NewButton text="New role" {...form} members={['name', 'code', 'permissions']} />}
      name={(record) => <NamedRole role={roleOf(record)} />}
      acts={(record, acting) => {
        const { code, permissions: held } = roleOf(record);
        const mayEdit = !isBuiltIn(code) && isWithin(person, { roles: [], dataScope: 'all', permissions: held });
        return (
          mayEdit && (
            <>
              <EditButton record={record} {...form} />
              <StateButton
                list="roles"
                record={record}
                disable="disableRole"
                enable="enableRole"
                question="A role that is disabled cannot be given any more."
                acting={acting}
              />
            </>
          )
        );
      }}
    />
  );
}

const form = {
  list: 'roles',
  members: ['name', 'permissions'],
  types: { permissions: checked(PermissionsField) },
} as const;

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

/** Only what a person may do can be given on. */
function PermissionsField(props: FieldProps): ReactNode {
  const own = usePerson().permissions;
  return (
    <ChecksField {...props} groups={groupedRights(permissions.filter((permission) => own.includes(permission)))} />
  );
}
