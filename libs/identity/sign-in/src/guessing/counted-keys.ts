import { failuresKey } from '@rapport/rate-limit';

/** The keys under which what tenants, users and identities do is counted for longer than a minute. */
export const countedKeys = {
  invitations: (tenantId: string) => `{tenant-invitations:${tenantId}}`,
  verifications: (userId: string) => `{user-verifications:${userId}}`,
  browsers: (identityId: string) => `{known-browsers:${identityId}}:sign-in`,
} as const;

interface Counted {
  readonly id: string;
  readonly userIds: readonly string[];
  readonly identityIds: readonly string[];
}

/** The keys that Redis may have of a tenant and its people. */
export function countedKeysOf({ id, userIds, identityIds }: Counted): string[] {
  const { invitations, verifications, browsers } = countedKeys;
  return [invitations(id), ...userIds.map(verifications), ...identityIds.map(browsers)].map(failuresKey);
}
