import { isGoing } from '@rapport/kinds';
import type { ClientState, PersonState, PrincipalState, UserState } from '../principal-state.ts';

/** The claims of a verified token by which a client's request is admitted. */
export interface ClientClaimant {
  readonly kind: 'client';
  readonly clientId: string;
  readonly tenantId: string;
  readonly tokenId: string;
  readonly epoch: number;
}

/** The claims of a verified token by which a person's request is admitted. */
export interface PersonClaimant {
  readonly kind: 'person';
  readonly userId: string;
  readonly sessionId: string;
  readonly tenantId: string;
  readonly tokenId: string;
  readonly epoch: number;
}

/** The standing that a state gives a verified token. Only control knows whether an `unlisted` token was ended. */
export type Standing = 'good' | 'disabled' | 'dead' | 'unlisted';

export function standingOf(claimant: Omit<ClientClaimant, 'kind'>, { tenant, client, user }: PrincipalState): Standing {
  // The people and clients of a tenant that goes are disabled too, which their tokens do not say.
  if (isGoing(tenant.state)) {
    return 'dead';
  }
  if (!client.isActive || !user.isActive) {
    return 'disabled';
  }
  if (client.epoch !== claimant.epoch || tenant.id !== claimant.tenantId || isRevoked(claimant, client)) {
    return 'dead';
  }
  return client.revoked === 'many' ? 'unlisted' : 'good';
}

/** A disabled person's token is dead, and never says that it is the person who is disabled. */
export function personStandingOf(claimant: PersonClaimant, { tenant, user }: PersonState): Standing {
  if (
    isGoing(tenant.state) ||
    !user.isActive ||
    user.epoch !== claimant.epoch ||
    tenant.id !== claimant.tenantId ||
    isEnded(claimant, user)
  ) {
    return 'dead';
  }
  return user.ended === 'many' ? 'unlisted' : 'good';
}

/** Whether the state lists the token as revoked, which is for ever. */
export function isRevoked({ tokenId }: Pick<ClientClaimant, 'tokenId'>, { revoked }: ClientState): boolean {
  return revoked !== 'many' && revoked.includes(tokenId);
}

/** Whether the state lists the token or its session as ended, which is for ever. */
export function isEnded({ tokenId, sessionId }: PersonClaimant, { ended }: UserState): boolean {
  return ended !== 'many' && (ended.includes(tokenId) || ended.includes(sessionId));
}
