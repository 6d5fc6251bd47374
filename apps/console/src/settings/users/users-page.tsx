import type { ReactNode } from 'react';
import { nameOf } from '../../lists/naming.ts';
import type { AnyRecord } from '../../lists/records.ts';
import { usePerson } from '../../signing-in/person.tsx';
import { EditRecordButton } from '../../forms/edit-record-button.tsx';
import { NewRecordButton } from '../../forms/new-record-button.tsx';
import type { Act } from '../../forms/use-act.ts';
import { AskButton } from '../../dialogs/ask-button.tsx';
import { roleName, type Role } from '../roles/role-name.ts';
import { useRoles } from '../roles/use-roles.ts';
import { SettingsList } from '../settings-list.tsx';
import { ActButton, StateButton, step } from '../state-button.tsx';
import { isWithin } from './within.ts';

/** The people of the organisation: who signs in, with which rights. */
export function UsersPage(): ReactNode {
  const person = usePerson();
  const roles = useRoles();
  return (
    <SettingsList
      list="users"
      title="Users"
      columns={['email', 'dataScope', 'teamId', 'isActive', 'joinedOnUtc']}
      making={<NewRecordButton list="users" label="Invite user" title="Invite user" />}
      name={(record) => (
        <>
          <span dir="auto">{nameOf('users', record)}</span>
          <p className="hint">
            {rolesOf(record)
              .map((code) => roleNamed(roles, code))
              .join(', ')}
          </p>
        </>
      )}
      acts={(record, act) =>
        isWithin(person, rightsOf(record, roles)) && (
          <UserActs record={record} act={act} isOwn={record.id === person.id} />
        )
      }
    />
  );
}

interface UserActsProps {
  readonly record: AnyRecord;
  readonly act: Act;
  readonly isOwn: boolean;
}

function UserActs({ record, act, isOwn }: UserActsProps): ReactNode {
  const name = nameOf('users', record);
  const isWaiting = record['isActive'] === true && record['joinedOnUtc'] === null;
  return (
    <>
      <EditRecordButton list="users" record={record} of={name} />
      {isWaiting && (
        <ActButton text="Invite again" of={name} running={act} act={() => step('users', 'inviteUser', record)} />
      )}
      {!isWaiting && record['isActive'] === true && (
        <AskButton
          text="End sessions"
          of={name}
          question="Every sign-in of this user ends, in browsers too."
          act={() => step('users', 'endUserSessions', record)}
        />
      )}
      {!isOwn && (
        <StateButton
          list="users"
          record={record}
          disable="disableUser"
          enable="enableUser"
          question="All sessions of this user end, and the tokens of every API client that runs as this user. Records stay."
          running={act}
        />
      )}
    </>
  );
}

function rolesOf(record: AnyRecord): readonly string[] {
  return Array.isArray(record['roles']) ? (record['roles'] as readonly string[]) : [];
}

function roleNamed(roles: readonly Role[], code: string): string {
  return roleName(roles.find((role) => role.code === code) ?? { code, name: code });
}

function rightsOf(record: AnyRecord, roles: readonly Role[]) {
  const held = rolesOf(record);
  const permissions = roles.filter(({ code }) => held.includes(code)).flatMap((role) => role.permissions);
  return { roles: held, dataScope: String(record['dataScope']), permissions };
}
