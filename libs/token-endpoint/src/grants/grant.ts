import type { PrincipalState } from '@rapport/admission';

/** A way to get an access token (RFC 6749). */
export interface Grant {
  /** The value of `grant_type`. */
  readonly type: string;
  /** The parameters of the form that the handler takes. */
  readonly parameters: readonly string[];
  /** Decides on the scope of an authenticated client and has the token signed with it. Throws 400 for a request that the grant refuses. */
  readonly handler: (
    client: PrincipalState,
    parameters: GrantParameters,
    sign: (scope: string) => string,
  ) => Promise<{ readonly text: string; readonly scope: string }>;
}

export type GrantParameters = Readonly<Record<string, string | undefined>>;
