import type { PrincipalState } from '@rapport/admission';
import type { Caller } from './caller.ts';

export interface Requester {
  readonly caller: Caller;
  /** Nothing for an id that was never given out: people type secrets into that field. */
  readonly clientId: string | undefined;
  readonly state: PrincipalState | undefined;
  /** The secret that was shown, where it is one of the client's. */
  readonly secretId?: string | undefined;
}
