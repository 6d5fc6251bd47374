import { randomBytes } from 'node:crypto';
import { databaseRoles, type DatabaseRole } from '@rapport/database/roles';

/** The secrets of services, each under the name of its variable. */
const makers = {
  KEY_ENCRYPTION_KEY: () => JSON.stringify({ s1: key() }),
  SECRET_PEPPERS: () => JSON.stringify({ p1: key() }),
  CLIENT_ID_KEY: () => key(),
  CURSOR_KEY: () => JSON.stringify({ c1: key() }),
  UNSUBSCRIBE_KEYS: () => JSON.stringify({ k1: key() }),
} as const;

export type SecretName = keyof typeof makers;

/** All secrets of an installation by name, and how each is made: those of services, and a password for each role. */
export const installationSecrets: Readonly<Record<string, () => string>> = {
  ...makers,
  ...Object.fromEntries(databaseRoles.map((role) => [passwordName(role), newPassword])),
};

/** The name under which the password of a role is kept. */
export function passwordName(role: DatabaseRole): string {
  return `${role}.password`;
}

export function newPassword(): string {
  return randomBytes(24).toString('base64url');
}

function key(): string {
  return randomBytes(32).toString('base64');
}
