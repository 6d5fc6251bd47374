import { utcText } from '@rapport/database';

/** A role as `Role` has it, of a row of `role`. */
export const roleColumns = `role.code, coalesce(role.name, role.code) as name, role.permissions,
  role.is_active as "isActive", role.is_built_in as "isBuiltIn", ${utcText('role.created_on')} as "createdOnUtc",
  ${utcText('role.last_modified_on')} as "lastModifiedOnUtc"`;
