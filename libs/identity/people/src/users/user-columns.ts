import { utcText } from '@rapport/database';

/** A user as `User` has it, of the membership `m` and its identity `i`. */
export const userColumns = `m.id, coalesce(m.email, i.email) as email, m.name, m.roles, m.data_scope as "dataScope",
  m.team_id as "teamId", m.is_active as "isActive", ${utcText('m.invited_on')} as "invitedOnUtc",
  ${utcText('m.joined_on')} as "joinedOnUtc", ${utcText('m.created_on')} as "createdOnUtc",
  ${utcText('m.last_modified_on')} as "lastModifiedOnUtc"`;
