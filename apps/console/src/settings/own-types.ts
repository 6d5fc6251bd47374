import type { TypeOfValue } from '../values/value-type.ts';
import { valueTypes } from '../values/value-types.ts';
import { ScopesField } from './api-clients/scopes-field.tsx';
import { PermissionsField } from './roles/permissions-field.tsx';
import { DataScopeField, RolesField } from './users/rights-fields.tsx';

const checked = (Field: TypeOfValue['Field']): TypeOfValue => ({ ...valueTypes.ids, Field });

/** Members of the settings that people fill in by choices of their own, by lists. */
export const ownTypes: Readonly<Record<string, Readonly<Record<string, TypeOfValue>>>> = {
  users: { roles: checked(RolesField), dataScope: { ...valueTypes.word, Field: DataScopeField } },
  roles: { permissions: checked(PermissionsField) },
  apiClients: { scopes: checked(ScopesField) },
};
