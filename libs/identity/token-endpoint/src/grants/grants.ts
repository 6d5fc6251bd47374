import { consoleGrants } from '@rapport/sign-in';
import { clientCredentials } from './client-credentials.ts';
import type { Grant } from './grant.ts';

/** The grants of API clients. */
export const grants: readonly Grant[] = [clientCredentials];

/** Every grant that some client has. */
export const grantTypes: readonly string[] = [...grants.map(({ type }) => type), ...consoleGrants];
