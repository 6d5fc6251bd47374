import type { ReactNode } from 'react';
import { grantableScopes } from '../../generated/rights.ts';
import type { FieldProps } from '../../values/value-type.ts';
import { ChecksField } from '../checks-field.tsx';
import { groupedRights } from '../roles/right-groups.ts';

export function ScopesField(props: FieldProps): ReactNode {
  return <ChecksField {...props} groups={groupedRights(grantableScopes)} />;
}
