import type { Claimant } from './claimant.ts';
import type { ClientState, PrincipalState } from './principal-state.ts';

/** What the state makes of a token that is good by itself. Whether one that is `unlisted` was revoked, only control knows. */
export type Standing = 'good' | 'disabled' | 'dead' | 'unlisted';

export function standingOf(claimant: Claimant, { tenant, client, user }: PrincipalState): Standing {
  if (!client.isActive || !user.isActive) {
    return 'disabled';
  }
  if (client.epoch !== claimant.epoch || tenant.id !== claimant.tenantId || isRevoked(claimant, client)) {
    return 'dead';
  }
  return client.revoked === 'many' ? 'unlisted' : 'good';
}

/** Whether the state lists the token as revoked, which stays so. */
export function isRevoked({ tokenId }: Claimant, { revoked }: ClientState): boolean {
  return revoked !== 'many' && revoked.includes(tokenId);
}
