/** An API client as its tenant's people see it. */
export interface ApiClient {
  readonly id: string;
  readonly clientId: string;
  readonly name: string;
  readonly runAsUserId: string;
  readonly scopes: readonly string[];
  readonly isActive: boolean;
  /** At most a minute behind. */
  readonly lastUsedOnUtc: string | null;
  readonly createdOnUtc: string;
  /** It is another one after each change of the client. */
  readonly lastModifiedOnUtc: string;
}

export interface ApiClientInput {
  readonly name: string;
  readonly runAsUserId: string;
  /** All twelve if left out. */
  readonly scopes?: readonly string[] | undefined;
}

/** A member that is left out stays. */
export interface ApiClientChange {
  readonly name?: string | undefined;
  readonly runAsUserId?: string | undefined;
  readonly scopes?: readonly string[] | undefined;
}

export interface CreatedApiClient {
  readonly apiClientId: string;
  readonly clientId: string;
  /** It is shown this once. */
  readonly clientSecret: string;
}

/** A client whose create was done before, under the same Idempotency-Key. */
export interface RepeatedApiClient extends Omit<CreatedApiClient, 'clientSecret'> {
  readonly clientSecret: null;
}

export interface SecretRotation {
  readonly overlapSeconds: number;
  readonly revokeTokens: boolean;
}

export interface RotatedSecret {
  readonly id: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The end of the secret before; null where none was live. */
  readonly previousExpiresOnUtc: string | null;
}

export interface SecretRevocation {
  readonly secretId: string;
  readonly revokeTokens: boolean;
}
