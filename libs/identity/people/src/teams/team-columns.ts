import { utcText } from '@rapport/database';

/** A team as `Team` has it, of a row of `team`. */
export const teamColumns = `team.id, team.name, team.is_active as "isActive",
  ${utcText('team.created_on')} as "createdOnUtc", ${utcText('team.last_modified_on')} as "lastModifiedOnUtc"`;
