import { times } from '@rapport/config';
import type { Database } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import type { MailTransport } from '@rapport/mail';
import { loop, type Background, type Telemetry } from '@rapport/telemetry';
import { Bodies, type MailLinks } from './bodies.ts';
import { Claims } from './claims.ts';
import { Gathering } from './gathering.ts';
import { HandingOver } from './handing-over.ts';
import { HandoverBudget } from './handover-budget.ts';
import { MailingMetrics } from './mailing-metrics.ts';
import { MailTurn } from './mail-turn.ts';
import { Settling } from './settling.ts';
import { TenantTurns, type TenantTurn } from './tenant-turns.ts';

const sendingMails = loop('send marketing mails', 'Gives tenants turns to send their mails.', 'MarketingMailTurnsFail');
const measuringMails = loop('measure marketing mails', 'Measures how late the turns of each cell are.');

export interface MarketingMailerOptions {
  readonly database: Database;
  readonly telemetry: Telemetry;
  readonly transport: MailTransport;
  readonly links: MailLinks;
  /** Mails that cannot be delivered come back there, and to the sender without one. */
  readonly bounceDomain?: string | undefined;
  readonly rates: SendingRates;
  readonly holds?: SendingHolds;
}

/** Others leave to a process for so long what it took, also where it died. */
export interface SendingHolds {
  /** A tenant's turn, which a process that works on it holds anew. */
  readonly turnMs: number;
  /** A recipient; longer than a delivery and the note of it take. */
  readonly claimMs: number;
}

export interface SendingRates {
  /** Mails in a second, of this process. */
  readonly perSecond: number;
  readonly perSecondOfTenant: number;
  /** Mails that are handed over at the same time. */
  readonly slots: number;
}

/** Sends the mails of all cells, beside other processes that do the same. */
export class MarketingMailer {
  static readonly loops = [sendingMails, measuringMails];
  readonly #options: MarketingMailerOptions;
  readonly #metrics: MailingMetrics;
  readonly #turn: MailTurn;

  constructor(options: MarketingMailerOptions) {
    const { database, telemetry, transport, links, bounceDomain, rates, holds = usualHolds } = options;
    const metrics = new MailingMetrics(telemetry.metrics);
    const claims = new Claims(holds.claimMs);
    const handingOver = new HandingOver({
      ...{ transport, claims, metrics, bodies: new Bodies(links, bounceDomain), turnMax: turnMaxOf(rates) },
      budget: new HandoverBudget(rates),
      logger: telemetry.logger,
    });
    const gathering = new Gathering(database, telemetry.logger);
    const settling = new Settling(database);
    const perSecond = rates.perSecondOfTenant;
    this.#options = options;
    this.#metrics = metrics;
    this.#turn = new MailTurn({ database, gathering, handingOver, claims, settling, metrics, perSecond });
  }

  start(background: Background): void {
    const { database, holds = usualHolds } = this.#options;
    for (const cell of database.cellNames) {
      const turns = new TenantTurns(database, cell, holds.turnMs);
      // A series that begins with the first claims that are lost shows no rise.
      this.#metrics.countLost(cell, 0);
      this.#takeTurns(background, cell, turns);
      const measured = (seconds = 0): number => {
        this.#metrics.late.set(cell, seconds);
        return measureEveryMs;
      };
      background.repeat(measuringMails, (context) => turns.lateSeconds(context), measured, { cell, isPoll: true });
    }
  }

  close(): Promise<void> {
    return this.#options.transport.close();
  }

  /** Takes turns of a cell, some at a time, for as long as one is due. */
  #takeTurns(background: Background, cell: string, turns: TenantTurns): void {
    let running = 0;
    let wakeAt = Infinity;
    const run = async (turn: TenantTurn): Promise<void> => {
      const work = (context: CallContext, stopping: AbortSignal) => this.#run(context, turns, turn, stopping);
      const pauseMs = await background.attempt(sendingMails, work, { cell });
      running -= 1;
      wakeAt = Math.min(wakeAt, performance.now() + (pauseMs ?? pollMs) + 1);
      wake();
    };
    const take = async (context: CallContext): Promise<boolean> => {
      const turn = running < turnsAtOnce ? await turns.take(context) : undefined;
      if (turn) {
        running += 1;
        void run(turn);
      }
      return turn !== undefined;
    };
    const every = (hasTaken = false): number => {
      const waitMs = hasTaken ? 0 : Math.min(wakeAt - performance.now(), pollMs);
      wakeAt = hasTaken ? wakeAt : Infinity;
      return waitMs;
    };
    const wake = background.repeat(sendingMails, take, every, { cell, isPoll: true });
  }

  /** It gives after how many milliseconds the tenant's next turn may come. One that was not ended is given again when its hold is over. */
  async #run(context: CallContext, turns: TenantTurns, turn: TenantTurn, stopping: AbortSignal): Promise<number> {
    const after = await turns.during(context, turn, () => this.#turn.run(context, turn.tenant, stopping));
    await turns.end(context, turn, after.next, after.pauseMs);
    return after.pauseMs;
  }
}

/** A turn is about a fifth of a second long at the tenant's rate, so that tenants take turns often. */
function turnMaxOf({ perSecondOfTenant, slots }: SendingRates): number {
  return Math.max(1, Math.min(Math.ceil(perSecondOfTenant / 5), Math.ceil(slots / 2)));
}

const usualHolds: SendingHolds = { turnMs: 10_000, claimMs: times.mailClaimMs };
const turnsAtOnce = 4;
const pollMs = 500;
const measureEveryMs = 15_000;
