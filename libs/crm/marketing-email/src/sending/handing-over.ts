import { setTimeout as sleep } from 'node:timers/promises';
import type { TenantSql } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import { keepNoting, pauseAfter, type Delivery, type MailTransport } from '@rapport/mail';
import { RecurringFailure, type Logger } from '@rapport/telemetry';
import type { Bodies, Body } from './bodies.ts';
import { isAnswered, type ClaimedRecipient, type Claims, type Outcome } from './claims.ts';
import type { HandoverBudget } from './handover-budget.ts';
import type { MailingMetrics } from './mailing-metrics.ts';

export interface HandingOverOptions {
  readonly bodies: Bodies;
  readonly transport: MailTransport;
  readonly claims: Claims;
  readonly budget: HandoverBudget;
  readonly metrics: MailingMetrics;
  readonly logger: Logger;
  /** The most recipients of a tenant's turn. */
  readonly turnMax: number;
}

export interface HandedOver {
  readonly count: number;
  /** The mail rests so long, because the server took nothing at all. */
  readonly pauseMs: number;
}

/** Hands a mail over to some of its recipients at a time. */
export class HandingOver {
  readonly #options: HandingOverOptions;
  readonly #serverFailure: RecurringFailure;

  constructor(options: HandingOverOptions) {
    this.#options = options;
    this.#serverFailure = new RecurringFailure(options.logger);
  }

  /** The body is there before anything is claimed, and so is a slot for each recipient: what is claimed begins at once. */
  async some(context: CallContext, sql: TenantSql, mail: string, signal: AbortSignal): Promise<HandedOver> {
    const { bodies, budget, claims, turnMax } = this.#options;
    const body = await bodies.of(context, sql, mail);
    const slots = await budget.take(turnMax, body.bytes, signal);
    if (slots === 0) {
      return { count: 0, pauseMs: 0 };
    }
    let claimed: ClaimedRecipient[] = [];
    try {
      claimed = await claims.take(context, sql, mail, { most: slots, bytes: body.bytes });
      const { answered, problem } = await this.#handOver(context, sql, mail, body, claimed, signal);
      const hasFailed = claimed.length > 0 && answered === 0 && !signal.aborted;
      if (hasFailed) {
        const line = { traceId: context.trace.traceId, mail, problem };
        this.#serverFailure.warn(line, 'the mail server takes no marketing mails; they will be sent again');
      } else if (answered > 0) {
        this.#serverFailure.over();
      }
      const pauseMs = hasFailed ? pauseAfter(await claims.noteFailure(context, sql, mail)) : 0;
      return { count: claimed.length, pauseMs };
    } finally {
      budget.giveBack(slots, body.bytes, slots - claimed.length);
    }
  }

  /**
   * Outcomes are noted soon after they come, so that one slow recipient keeps no other from being counted. It gives for how many
   * recipients the server did not speak of itself alone, and a problem of the others.
   */
  async #handOver(
    context: CallContext,
    sql: TenantSql,
    mail: string,
    body: Body,
    claimed: readonly ClaimedRecipient[],
    stopping: AbortSignal,
  ): Promise<{ answered: number; problem: string | null }> {
    const { claims, transport } = this.#options;
    const come: Outcome[] = [];
    const all = Promise.all(
      claimed.map(async (recipient) => {
        come.push(this.#outcomeOf(recipient, await transport.deliver(body.to(recipient), stopping)));
      }),
    );
    let answered = 0;
    let problem: string | null = null;
    try {
      for (let noted = 0; noted < claimed.length;) {
        await Promise.race([all, sleep(noteEveryMs)]);
        const outcomes = come.splice(0);
        if (outcomes.length > 0) {
          // Later than this the claims may be lost soon.
          await keepNoting(() => claims.note(context, sql, mail, outcomes), claims.claimMs / 4);
          noted += outcomes.length;
          answered += outcomes.filter(isAnswered).length;
          problem ??= outcomes.find((outcome) => !isAnswered(outcome))?.problem ?? null;
        }
      }
    } finally {
      // The slots are taken as long as a delivery lasts.
      await all;
    }
    return { answered, problem };
  }

  #outcomeOf({ number, attempts, claimedUntil }: ClaimedRecipient, delivery: Delivery): Outcome {
    this.#options.metrics.count(delivery);
    const problem = 'problem' in delivery ? delivery.problem : null;
    const claim = { number, claimedUntil, problem };
    const waits = { ...claim, state: 'waiting', pauseMs: 0, isCounted: false, isRefused: false } as const;
    switch (delivery.outcome) {
      case 'taken':
        return { ...waits, state: 'sent' };
      case 'inDoubt':
        return { ...waits, state: 'inDoubt' };
      case 'refusedForGood':
        return { ...waits, state: 'bounced', isRefused: delivery.by === 'recipient' };
      case 'notBegun':
        return waits;
      case 'refusedForNow':
        return delivery.by === 'server' ? waits : { ...waits, pauseMs: pauseAfter(attempts + 1), isCounted: true };
    }
  }
}

const noteEveryMs = 100;
