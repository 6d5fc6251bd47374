import { utcText } from '@rapport/database';

/** A team as `Team` has it, of the row `t`. */
export const teamColumns = `t.id, t.name, t.is_active as "isActive", ${utcText('t.created_on')} as "createdOnUtc",
  ${utcText('t.last_modified_on')} as "lastModifiedOnUtc"`;
