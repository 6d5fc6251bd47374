import type { PrincipalState } from '@rapport/admission';

/** A way to get an access token (RFC 6749). */
export interface Grant {
  /** The value of `grant_type`. */
  readonly type: string;
  /** The parameters of the form that the handler takes. */
  readonly parameters: readonly string[];
  /** Decides which scopes an authenticated client gets and has the token signed with them. Throws 400 for a request that the grant refuses. */
  readonly handler: (
    client: PrincipalState,
    parameters: Readonly<Record<string, string | undefined>>,
    sign: (scopes: readonly string[]) => string,
  ) => Promise<GrantedToken>;
}

export interface GrantedToken {
  readonly text: string;
  readonly scopes: readonly string[];
}
