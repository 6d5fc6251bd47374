import { setTimeout as sleep } from 'node:timers/promises';
import { isOpen, shownState, subscribedTenant, type TenantState } from '@rapport/admission';
import { statement, type Database, type TenantSql } from '@rapport/database';
import { LeastRecentlyUsed, type CallContext, type TenantRef } from '@rapport/kernel';
import { isGoing } from '@rapport/kinds';
import type { Claims } from './claims.ts';
import { findDueMail, findNextTime, postpone, scheduleNext, type DueMail } from './due-mail.ts';
import type { Gathering } from './gathering.ts';
import type { HandingOver } from './handing-over.ts';
import type { MailingMetrics } from './mailing-metrics.ts';
import type { Settling } from './settling.ts';

export interface MailTurnOptions {
  readonly database: Database;
  readonly gathering: Gathering;
  readonly handingOver: HandingOver;
  readonly claims: Claims;
  readonly settling: Settling;
  readonly metrics: MailingMetrics;
  /** The most mails of one tenant in a second. */
  readonly perSecond: number;
}

export interface AfterTurn {
  /** When the tenant has something to do again; null where it has nothing. */
  readonly next: string | null;
  /** The tenant's next turn waits at least so long. */
  readonly pauseMs: number;
}

/** A tenant's turn: a piece of work for the one of its mails whose time came first. */
export class MailTurn {
  readonly #options: MailTurnOptions;
  readonly #settledAt = new LeastRecentlyUsed<string, number>(mailsMax);

  constructor(options: MailTurnOptions) {
    this.#options = options;
  }

  /** The state of the tenant is asked for each turn, so a tenant that is suspended sends nothing a moment later. */
  async run(context: CallContext, tenantNumber: number, signal: AbortSignal): Promise<AfterTurn> {
    const { database } = this.#options;
    const [tenant] = await database.control.query<TenantRef & Pick<TenantState, 'state'>>(
      context,
      findTenant.with({ tenantNumber }),
    );
    if (!tenant || isGoing(tenant.state)) {
      return { next: null, pauseMs: 0 };
    }
    const sql = database.tenant(tenant);
    const isTaking = isOpen(tenant.state, 'application', 'write');
    const pauseMs = isTaking ? await this.#work(context, tenant, sql, signal) : 0;
    const bound = { pauseMsMax: isTaking ? 0 : closedPauseMsMax };
    const [row] = await sql.query<{ next: string }>(context, findNextTime.with(bound));
    return { next: row?.next ?? null, pauseMs };
  }

  async #work(context: CallContext, tenant: TenantRef, sql: TenantSql, signal: AbortSignal): Promise<number> {
    const [mail] = await sql.query<DueMail>(context, findDueMail);
    if (!mail) {
      return 0;
    }
    try {
      return await this.#workOn(context, tenant, sql, mail, signal);
    } catch (error) {
      await sql.query(context, postpone.with({ mailId: mail.id, pauseMs: failurePauseMs }));
      throw error;
    }
  }

  async #workOn(
    context: CallContext,
    tenant: TenantRef,
    sql: TenantSql,
    mail: DueMail,
    signal: AbortSignal,
  ): Promise<number> {
    const { claims, gathering, handingOver, metrics, perSecond } = this.#options;
    metrics.countLost(tenant.cell, await claims.loseOld(context, sql, mail.id));
    const began = performance.now();
    let handed = { count: 0, pauseMs: 0 };
    if (mail.status === 'scheduled') {
      await gathering.step(context, tenant, mail);
    } else {
      if (mail.status === 'sending') {
        const handing = handingOver.some(context, sql, mail.id, signal);
        await this.#settleDuring(handing, () => this.#settle(context, tenant, mail, false));
        handed = await handing;
      }
      await this.#settle(context, tenant, mail, handed.count === 0);
    }
    const spentMs = performance.now() - began;
    await sql.query(context, scheduleNext.with({ mailId: mail.id, pauseMs: handed.pauseMs }));
    return Math.ceil(Math.max(0, (handed.count * 1_000) / perSecond - spentMs));
  }

  /** One slow recipient keeps no member of another one from following. */
  async #settleDuring(handing: Promise<unknown>, settle: () => Promise<void>): Promise<void> {
    const ended = handing.then(() => true);
    try {
      while (!(await Promise.race([ended, sleep(settleEveryMs, false)]))) {
        await settle();
      }
    } finally {
      await ended;
    }
  }

  /** Members follow about every second while a mail is handed over, and at once behind the last recipient. */
  async #settle(context: CallContext, tenant: TenantRef, { id }: DueMail, isIdle: boolean): Promise<void> {
    const now = performance.now();
    if (isIdle || now - (this.#settledAt.get(id) ?? -Infinity) >= settleEveryMs) {
      this.#settledAt.set(id, now);
      await this.#options.settling.settle(context, tenant, id);
    }
  }
}

const mailsMax = 1_000;
const settleEveryMs = 1_000;
const closedPauseMsMax = 600_000;
const failurePauseMs = 5_000;

const findTenant = statement(
  'mailing_find_tenant',
  `select tenant.id, tenant.number, tenant.cell, ${shownState} as state
from ${subscribedTenant} where tenant.number = :tenantNumber::int`,
);
