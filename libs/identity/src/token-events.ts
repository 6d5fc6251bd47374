import type { CallContext } from '@rapport/kernel';
import type { Logger, Metrics } from '@rapport/telemetry';
import type { PrincipalState } from './admission/principal-state.ts';
import type { TokenAudit } from './token-audit/token-audit.ts';

/** Where a request for tokens came from. */
export interface Visit {
  /** The caller's address, as the limits count it. */
  readonly address: string;
  readonly userAgent: string | undefined;
}

export interface Visitor {
  readonly visit: Visit;
  /** Nothing for an id that was never given out: people type secrets into that field. */
  readonly clientId: string | undefined;
  readonly state: PrincipalState | undefined;
  /** The secret that was shown, where it is one of the client's. */
  readonly secretId?: string | undefined;
}

export type DenialReason =
  | 'unminted'
  | 'unknown_client'
  | 'bad_secret'
  | 'expired_secret'
  | 'disabled'
  | 'runas_disabled'
  | 'scope'
  | 'credentials_in_query';

/** Tells operators what happens to tokens. Nothing of it makes a request wait. */
export class TokenEvents {
  readonly #logger: Logger;
  readonly #audit: TokenAudit;
  readonly #countIssued: () => void;
  readonly #countDenied: (reason: DenialReason) => void;
  readonly #countRateLimited: () => void;
  readonly #countRevoked: () => void;
  readonly #countIntrospected: (isActive: boolean) => void;

  constructor(logger: Logger, metrics: Metrics, audit: TokenAudit) {
    this.#logger = logger;
    this.#audit = audit;
    const issued = metrics.counter({ name: 'token_issued_total', help: 'Access tokens that were issued.' });
    const denied = metrics.counter({
      name: 'token_denied_total',
      help: 'Token requests that were refused, by reason.',
      labelNames: ['reason'],
    });
    const limited = metrics.counter({
      name: 'token_rate_limited_total',
      help: 'Token requests that came too often.',
    });
    this.#countIssued = () => issued.inc();
    this.#countDenied = (reason) => denied.inc({ reason });
    const revoked = metrics.counter({ name: 'token_revoked_total', help: 'Access tokens that their clients revoked.' });
    const introspected = metrics.counter({
      name: 'token_introspected_total',
      help: 'Access tokens that their clients asked about, by whether they were active.',
      labelNames: ['active'],
    });
    this.#countRateLimited = () => limited.inc();
    this.#countRevoked = () => revoked.inc();
    this.#countIntrospected = (isActive) => introspected.inc({ active: String(isActive) });
  }

  issued(context: CallContext, visitor: Visitor, token: { readonly jti: string; readonly text: string }): void {
    this.#countIssued();
    this.#audit.issued(context, visitor, token);
  }

  denied(context: CallContext, visitor: Visitor, reason: DenialReason): void {
    const { traceId } = context.trace;
    this.#countDenied(reason);
    this.#audit.denied(context, visitor, reason);
    this.#logger.info({ traceId, reason, address: visitor.visit.address }, 'a token request was denied');
  }

  rateLimited(context: CallContext, visitor: Visitor): void {
    this.#countRateLimited();
    this.#audit.rateLimited(context, visitor);
  }

  revoked(context: CallContext, visitor: Visitor, token: { readonly jti: string }): void {
    this.#countRevoked();
    this.#audit.revoked(context, visitor, token);
  }

  introspected(isActive: boolean): void {
    this.#countIntrospected(isActive);
  }
}
