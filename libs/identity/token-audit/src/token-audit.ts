import { hash } from 'node:crypto';
import { newId, withoutCredentials, type CallContext } from '@rapport/kernel';
import type { Metrics } from '@rapport/telemetry';
import type { AuditRow } from './audit-row.ts';
import { batchSize } from './batch-writer.ts';
import type { Caller } from './caller.ts';
import type { DenialReason, SignInRefusal } from './denial-reason.ts';
import { RefusalCounts } from './refusals/refusal-counts.ts';
import { refusalId } from './refusals/refusal-id.ts';
import { RowBuffer } from './row-buffer.ts';
import { SecretUses } from './secret-uses.ts';
import { ServerClock } from './server-clock.ts';
import type { Requester } from './requester.ts';

/** Notes events of tokens in memory, in a few microseconds. `TokenAuditWriter` writes them. */
export class TokenAudit {
  readonly clock = new ServerClock();
  readonly events = new RowBuffer(eventsMax);
  readonly refusals = new RefusalCounts(refusalBounds);
  readonly uses = new SecretUses();
  readonly #dropped: (rows: number) => void;
  #droppedRows = 0;
  #onFull: () => void = () => undefined;
  #onUse: () => void = () => undefined;

  constructor(metrics: Metrics) {
    const dropped = metrics.counter({
      name: 'token_audit_dropped_total',
      help: 'Rows of the audit of tokens that found no room while the database was away, or that it refused.',
    });
    metrics.gauge({
      name: 'token_audit_buffered_rows',
      help: 'Rows of the audit of tokens that wait to be written.',
      read: () => this.events.size + this.refusals.size,
    });
    this.#dropped = (rows) => dropped.inc(rows);
  }

  /** The rows that were lost since the start. */
  get droppedRows(): number {
    return this.#droppedRows;
  }

  /** The listener is called when a whole batch of events waits. */
  onFull(listener: () => void): void {
    this.#onFull = listener;
  }

  /** The listener is called when a secret is used for the first time in a minute. */
  onUse(listener: () => void): void {
    this.#onUse = listener;
  }

  issued(context: CallContext, requester: Requester, token: { readonly jti: string; readonly text: string }): void {
    const { jti, text } = token;
    this.#note({
      ...this.#rowOf(context, requester, 'token.issued'),
      id: jti,
      at: this.clock.now(),
      tokenDigest: hash('sha256', text, 'base64'),
    });
    if (requester.secretId !== undefined && this.uses.note(requester.secretId)) {
      this.#onUse();
    }
  }

  revoked(context: CallContext, requester: Requester, { jti }: { readonly jti: string }): void {
    this.#note({ ...this.#rowOf(context, requester, 'token.revoked'), id: jti, at: this.clock.now() });
  }

  denied(context: CallContext, requester: Requester, reason: DenialReason): void {
    this.#refuse(context, requester, 'token.denied', reason);
  }

  /** A sign-in or its end, under an id of its own. */
  signedInOrOut(context: CallContext, requester: Requester, event: 'sign_in.succeeded' | 'sign_in.ended'): void {
    this.#note({ ...this.#rowOf(context, requester, event), id: newId(), at: this.clock.now() });
  }

  signInRefused(context: CallContext, caller: Caller, reason: SignInRefusal): void {
    // Without a client such a refusal shares the budget of unknown ids, so that guesses hide no guess at a client's secret.
    this.#refuse(context, { caller, clientId: undefined, state: undefined }, 'sign_in.refused', reason);
  }

  rateLimited(context: CallContext, requester: Requester): void {
    this.#refuse(context, requester, 'token.rate_limited', undefined);
  }

  lose(rows: number): void {
    if (rows > 0) {
      this.#dropped(rows);
      this.#droppedRows += rows;
    }
  }

  #note(row: AuditRow): void {
    if (!this.events.add(row)) {
      this.lose(1);
    }
    if (this.events.size === batchSize) {
      this.#onFull();
    }
  }

  #refuse(
    context: CallContext,
    requester: Requester,
    event: AuditRow['event'],
    reason: DenialReason | SignInRefusal | undefined,
  ): void {
    const row = { ...this.#rowOf(context, requester, event), reason };
    const at = Math.floor(this.clock.now() / minuteMs) * minuteMs;
    if (!this.refusals.add({ ...row, at, id: refusalId(row) })) {
      this.lose(1);
    }
  }

  #rowOf(
    { trace }: CallContext,
    { caller, clientId, secretId, state, user }: Requester,
    event: AuditRow['event'],
  ): Omit<AuditRow, 'at' | 'id'> {
    return {
      event,
      count: 1,
      tenantId: user?.tenantId ?? state?.tenant.id,
      clientId,
      secretId,
      runAs: user?.id ?? state?.client.userId,
      ip: caller.address,
      userAgent: caller.userAgent && withoutCredentials(caller.userAgent).slice(0, userAgentMax),
      traceId: trace.traceId,
    };
  }
}

const eventsMax = 20_000;
const refusalBounds = { perMinuteMax: 1_000, waitingMax: 5_000 };
const userAgentMax = 200;
const minuteMs = 60_000;
