import type { ReactNode } from 'react';
import { usePerson } from '../../signing-in/person.tsx';
import { WordField } from '../../values/choices.tsx';
import type { FieldProps } from '../../values/value-type.ts';
import { ChecksField } from '../checks-field.tsx';
import { roleName } from '../roles/role-name.ts';
import { useRoles } from '../roles/use-roles.ts';
import { isWithin } from './within.ts';

/** The roles that are not disabled, as far as the person holds as much. Those that the user has stay in sight. */
export function RolesField(props: FieldProps): ReactNode {
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
export function DataScopeField(props: FieldProps): ReactNode {
  const person = usePerson();
  const words = props.member.words?.filter((dataScope) => isWithin(person, { roles: [], dataScope, permissions: [] }));
  return <WordField {...props} member={{ ...props.member, ...(words && { words }) }} />;
}
