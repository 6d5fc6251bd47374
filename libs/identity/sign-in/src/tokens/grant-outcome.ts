import type { DenialReason } from '@rapport/token-audit';
import type { GoingSession } from './refresh-store.ts';

/** A session with its next refresh token, which a brief one has not, or why there is none. */
export type GrantOutcome =
  | { readonly session: GoingSession; readonly refreshToken: string | null }
  | {
      readonly reason: DenialReason;
      readonly user?: { readonly id: string; readonly tenantId: string } | undefined;
    };
