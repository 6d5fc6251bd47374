import { utcText } from '@rapport/database';

/** A user as `User` has it, of a row of `membership` and its `identity`. */
export const userColumns = `membership.id, coalesce(membership.email, identity.email) as email, membership.name,
  membership.roles, membership.data_scope as "dataScope", membership.team_id as "teamId",
  membership.is_active as "isActive", ${utcText('membership.invited_on')} as "invitedOnUtc",
  ${utcText('membership.joined_on')} as "joinedOnUtc", ${utcText('membership.created_on')} as "createdOnUtc",
  ${utcText('membership.last_modified_on')} as "lastModifiedOnUtc"`;
