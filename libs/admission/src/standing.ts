import type { ClientState, PrincipalState } from './principal-state.ts';

/** The claims of a verified token by which a request is admitted. */
export interface Claimant {
  readonly clientId: string;
  readonly tenantId: string;
  readonly tokenId: string;
  readonly epoch: number;
}

/** The standing that a state gives a verified token. Only control knows whether an `unlisted` token was revoked. */
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

/** Whether the state lists the token as revoked, which is for ever. */
export function isRevoked({ tokenId }: Claimant, { revoked }: ClientState): boolean {
  return revoked !== 'many' && revoked.includes(tokenId);
}
