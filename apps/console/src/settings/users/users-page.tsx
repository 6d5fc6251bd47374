import type { ReactNode } from 'react';
import { nameOf } from '../../lists/naming.ts';
import type { AnyRecord } from '../../lists/records.ts';
import { usePerson } from '../../signing-in/person.tsx';
import { WordField } from '../../values/choices.tsx';
import type { FieldProps } from '../../values/value-type.ts';
import { valueTypes } from '../../values/value-types.ts';
import type { Acting } from '../../dialogs/use-acting.ts';
import { AskButton } from '../../dialogs/ask-button.tsx';
import { checked, ChecksField } from '../checks-field.tsx';
import { EditButton, NewButton } from '../record-buttons.tsx';
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
      making={<NewButton text="Invite user" act="Invite user" {...form} members={['name', 'email', ...form.members]} />}
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
      acts={(record, acting) =>
        isWithin(person, rightsOf(record, roles)) && (
          <UserActs record={record} acting={acting} isOwn={record.id === person.id} />
        )
      }
    />
  );
}

const form = {
  list: 'users',
  members: ['roles', 'dataScope', 'teamId'],
  types: { roles: checked(RolesField), dataScope: { ...valueTypes.word, Field: ScopeField } },
} as const;

interface UserActsProps {
  readonly record: AnyRecord;
  readonly acting: Acting;
  readonly isOwn: boolean;
}

function UserActs({ record, acting, isOwn }: UserActsProps): ReactNode {
  const name = nameOf('users', record);
  const isWaiting = record['isActive'] === true && record['joinedOnUtc'] === null;
  return (
    <>
      <EditButton record={record} {...form} members={['name', ...form.members]} />
      {isWaiting && (
        <ActButton
          text="Invite again"
          label={`Invite ${name} again`}
          acting={acting}
          act={() => step('users', 'inviteUser', record)}
        />
      )}
      {!isWaiting && record['isActive'] === true && (
        <AskButton
          text="End sessions"
          label={`End sessions of ${name}`}
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
          acting={acting}
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

/** The roles that are not disabled, as far as the person holds as much. Those that the user has stay in sight. */
function RolesField(props: FieldProps): ReactNode {
  const person = usePerson();
  const chosen = props.typed as readonly string[];
  const choices = useRoles()
    .filter(
      ({ code, isActive, permissions }) =>
        chosen.includes(code) || (isActive && isWithin(person, { roles: [code], dataScope: 'own', permissions })),
    )
    .map((role) => ({ value: role.code, text: roleName(role) }));
  return <ChecksField {...props} groups={[{ name: '', choices }]} />;
}

/** The data scopes that are no wider than the person's own. */
function ScopeField(props: FieldProps): ReactNode {
  const person = usePerson();
  const words = props.member.words?.filter((dataScope) => isWithin(person, { roles: [], dataScope, permissions: [] }));
  return <WordField {...props} member={{ ...props.member, ...(words && { words }) }} />;
}
