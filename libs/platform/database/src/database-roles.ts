/** The roles as which services and migrations connect. */
export const databaseRoles = [
  'rapport_owner',
  'rapport_token_service',
  'rapport_public_api',
  'rapport_application_api',
  'rapport_subscription_service',
  'rapport_change_feed_worker',
] as const;

export type DatabaseRole = (typeof databaseRoles)[number];
