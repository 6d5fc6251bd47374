import { utcText } from '@rapport/database';

/** A role as `Role` has it, of the row `r`. */
export const roleColumns = `r.code, coalesce(r.name, r.code) as name, r.permissions, r.is_active as "isActive",
  r.is_built_in as "isBuiltIn", ${utcText('r.created_on')} as "createdOnUtc",
  ${utcText('r.last_modified_on')} as "lastModifiedOnUtc"`;
