import type { CallContext } from '@rapport/kernel';
import type { Logger, Metrics } from '@rapport/telemetry';
import type { PrincipalState } from './admission/principal-state.ts';

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
}

export type DenialReason = 'unminted' | 'unknown_client' | 'bad_secret' | 'disabled' | 'runas_disabled' | 'scope';

/** Tells operators what happens to tokens. Nothing of it makes a request wait. */
export class TokenEvents {
  readonly #logger: Logger;
  readonly #countIssued: () => void;
  readonly #countDenied: (reason: DenialReason) => void;
  readonly #countRateLimited: () => void;
  readonly #countRevoked: () => void;
  readonly #countIntrospected: (isActive: boolean) => void;

  constructor(logger: Logger, metrics: Metrics) {
    this.#logger = logger;
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

  issued(_context: CallContext, _visitor: Visitor, _token: { readonly jti: string; readonly text: string }): void {
    this.#countIssued();
  }

  denied(context: CallContext, { visit: { address } }: Visitor, reason: DenialReason): void {
    this.#countDenied(reason);
    this.#logger.info({ traceId: context.trace.traceId, reason, address }, 'a token request was denied');
  }

  rateLimited(_context: CallContext, _visitor: Visitor): void {
    this.#countRateLimited();
  }

  revoked(_context: CallContext, _visitor: Visitor, _token: { readonly jti: string }): void {
    this.#countRevoked();
  }

  introspected(_context: CallContext, _visitor: Visitor, isActive: boolean): void {
    this.#countIntrospected(isActive);
  }
}
