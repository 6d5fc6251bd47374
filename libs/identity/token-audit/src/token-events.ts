import type { CallContext } from '@rapport/kernel';
import type { Logger, Metrics } from '@rapport/telemetry';
import type { Caller } from './caller.ts';
import type { DenialReason, SignInRefusal } from './denial-reason.ts';
import type { TokenAudit } from './token-audit.ts';
import type { Requester } from './requester.ts';

/** Measures, audits and logs what happens to tokens. No request waits for it. */
export class TokenEvents {
  readonly #logger: Logger;
  readonly #audit: TokenAudit;
  readonly #countIssued: () => void;
  readonly #countDenied: (reason: DenialReason) => void;
  readonly #countRateLimited: () => void;
  readonly #countRevoked: () => void;
  readonly #countIntrospected: (isActive: boolean) => void;
  readonly #countSignIn: (outcome: string) => void;

  constructor(logger: Logger, metrics: Metrics, audit: TokenAudit) {
    this.#logger = logger;
    this.#audit = audit;
    const issued = metrics.counter({ name: 'token_issued_total', help: 'Access tokens that were issued.' });
    const denied = metrics.counter({
      name: 'token_denied_total',
      help: 'Token requests that were refused, by reason.',
      labelNames: ['reason'],
    });
    const limited = metrics.counter({ name: 'token_rate_limited_total', help: 'Token requests that came too often.' });
    this.#countIssued = () => issued.inc();
    // An alert waits for a rise of this one, and a series that begins with its first refusal shows none.
    denied.inc({ reason: 'credentials_in_query' }, 0);
    this.#countDenied = (reason) => denied.inc({ reason });
    const revoked = metrics.counter({ name: 'token_revoked_total', help: 'Access tokens that their clients revoked.' });
    const introspected = metrics.counter({
      name: 'token_introspected_total',
      help: 'Access tokens that their clients asked about, by whether they were active.',
      labelNames: ['active'],
    });
    this.#countRateLimited = () => limited.inc();
    this.#countRevoked = () => revoked.inc();
    const signIns = metrics.counter({
      name: 'sign_in_total',
      help: 'Attempts of people to sign in, by outcome.',
      labelNames: ['outcome'],
    });
    this.#countSignIn = (outcome) => signIns.inc({ outcome });
    this.#countIntrospected = (isActive) => introspected.inc({ active: String(isActive) });
  }

  issued(context: CallContext, requester: Requester, token: { readonly jti: string; readonly text: string }): void {
    this.#countIssued();
    this.#audit.issued(context, requester, token);
  }

  denied(context: CallContext, requester: Requester, reason: DenialReason): void {
    const { traceId } = context.trace;
    this.#countDenied(reason);
    this.#audit.denied(context, requester, reason);
    this.#logger.info({ traceId, reason, address: requester.caller.address }, 'a token request was denied');
  }

  rateLimited(context: CallContext, requester: Requester): void {
    this.#countRateLimited();
    this.#audit.rateLimited(context, requester);
  }

  revoked(context: CallContext, requester: Requester, token: { readonly jti: string }): void {
    this.#countRevoked();
    this.#audit.revoked(context, requester, token);
  }

  signedIn(context: CallContext, requester: Requester): void {
    this.#countSignIn('succeeded');
    this.#audit.signedInOrOut(context, requester, 'sign_in.succeeded');
  }

  signInRefused(context: CallContext, caller: Caller, reason: SignInRefusal): void {
    this.#countSignIn(reason);
    this.#audit.signInRefused(context, caller, reason);
    this.#logger.info({ traceId: context.trace.traceId, reason, address: caller.address }, 'a sign-in was refused');
  }

  signedOut(context: CallContext, requester: Requester): void {
    this.#audit.signedInOrOut(context, requester, 'sign_in.ended');
  }

  introspected(isActive: boolean): void {
    this.#countIntrospected(isActive);
  }
}
