import type { ReactNode } from 'react';
import { permissions } from '../../generated/rights.ts';
import { usePerson } from '../../signing-in/person.tsx';
import type { FieldProps } from '../../values/value-type.ts';
import { ChecksField } from '../checks-field.tsx';
import { groupedRights } from './right-groups.ts';

/** Only the permissions that a person has can be given on. */
export function PermissionsField(props: FieldProps): ReactNode {
  const own = usePerson().permissions;
  return (
    <ChecksField {...props} groups={groupedRights(permissions.filter((permission) => own.includes(permission)))} />
  );
}
