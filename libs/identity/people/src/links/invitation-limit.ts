import type { CallContext } from '@rapport/kernel';

export interface CountedInvitation {
  readonly tenantId: string;
  readonly email: string;
  /** The active users of the tenant that have joined. Those that are only invited give it no further invitations. */
  readonly joinedUsers: number;
}

/** Bounds invitations: how many an e-mail address gets, and how many a tenant sends. */
export abstract class InvitationLimit {
  /** Counts an invitation. One that is too many is refused and not counted. */
  abstract take(context: CallContext, invitation: CountedInvitation): Promise<void>;
}
