import { consoleGrants } from '@rapport/sign-in';

/** Every grant that some kind of client has. */
export const grantTypes = ['client_credentials', ...consoleGrants] as const;

export type GrantType = (typeof grantTypes)[number];
