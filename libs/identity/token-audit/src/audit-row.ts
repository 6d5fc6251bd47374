/** One row of the audit of tokens, as it waits to be written. */
export interface AuditRow {
  /** Milliseconds of PostgreSQL's clock. Counted refusals have the beginning of their minute. */
  readonly at: number;
  /** The id of the token. Refusals that are counted together have the same id. */
  readonly id: string;
  readonly event:
    | 'token.issued'
    | 'token.denied'
    | 'token.rate_limited'
    | 'token.revoked'
    | 'sign_in.succeeded'
    | 'sign_in.refused'
    | 'sign_in.ended';
  readonly traceId: string;
  readonly count: number;
  readonly reason?: string | undefined;
  readonly tenantId?: string | undefined;
  readonly clientId?: string | undefined;
  readonly secretId?: string | undefined;
  readonly runAs?: string | undefined;
  readonly ip?: string | undefined;
  readonly userAgent?: string | undefined;
  /** `base64(sha256(token))`, by which an operator recognises a token that was found somewhere. */
  readonly tokenDigest?: string | undefined;
}
