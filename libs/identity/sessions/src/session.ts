/** A user whose state changed, so that every replica must learn of it. */
export interface TouchedUser {
  readonly id: string;
  readonly tenantNumber: number;
}

export interface NewSession {
  readonly userId: string;
  /** The user's epoch when the person signed in. */
  readonly epoch: number;
  readonly clientId: string;
  readonly browserId: string;
  /** It has no refresh token, and is over with its access token. */
  readonly isBrief: boolean;
}
