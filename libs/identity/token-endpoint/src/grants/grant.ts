import type { PrincipalState } from '@rapport/admission';

/** A way to get an access token (RFC 6749). */
export interface Grant {
  /** The value of `grant_type`. */
  readonly type: string;
  /** The parameters of the form that the handler takes. */
  readonly parameters: readonly string[];
  /** Decides on the scope of an authenticated client and has its token signed. Throws 400 for a refused request. */
  readonly handler: (
    client: PrincipalState,
    parameters: GrantParameters,
    sign: (scope: string) => string,
  ) => Promise<{ readonly text: string; readonly scope: string }>;
}

export type GrantParameters = Readonly<Record<string, string | undefined>>;
