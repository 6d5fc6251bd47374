import type { PrincipalState } from '@rapport/admission';
import type { Caller } from './caller.ts';

/** The caller, with what is known of the client that it names. */
export interface Requester {
  readonly caller: Caller;
  /** Undefined for an id that was never given out, because people type secrets into that field. */
  readonly clientId: string | undefined;
  readonly state: PrincipalState | undefined;
  /** The secret that the caller sent, if it is one of the client's. */
  readonly secretId?: string | undefined;
  /** The user of a person who signed in. */
  readonly user?: { readonly id: string; readonly tenantId: string } | undefined;
}
