import type { ShownState } from '@rapport/kinds';

export interface SignupCaller {
  /** The network address, as limits count it. */
  readonly address: string;
  /** Under which a repeated request is known, and the digest of what was sent. */
  readonly key: { readonly key: string; readonly fingerprint: Buffer } | undefined;
}

/** A company's tenant as its sign-up is answered. */
export interface Signup {
  readonly tenantId: string;
  readonly state: ShownState;
  readonly planCode: string;
  readonly trialEndsOnUtc: string | null;
  readonly publicApi: boolean;
  readonly owner: { readonly userId: string; readonly email: string };
}
