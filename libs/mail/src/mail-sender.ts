import { setTimeout as sleep } from 'node:timers/promises';
import { times } from '@rapport/config';
import type { Database } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import type { Telemetry } from '@rapport/telemetry';
import type { MailMetrics } from './mail-metrics.ts';
import type { ClaimedMail, MailStore } from './mail-store.ts';
import type { MailTransport } from './mail-transport.ts';

/**
 * Sends the mails that wait. A process holds a mail longer than a delivery may take, so a mail comes twice only when a
 * process dies between the server's answer and its own note of it.
 */
export class MailSender {
  readonly #database: Database;
  readonly #store: MailStore;
  readonly #transport: MailTransport;
  readonly #metrics: MailMetrics;
  readonly #telemetry: Telemetry;
  readonly #stopping = new AbortController();
  #running: Promise<unknown> = Promise.resolve();

  constructor(
    database: Database,
    store: MailStore,
    transport: MailTransport,
    metrics: MailMetrics,
    telemetry: Telemetry,
  ) {
    this.#database = database;
    this.#store = store;
    this.#transport = transport;
    this.#metrics = metrics;
    this.#telemetry = telemetry;
  }

  start(): void {
    this.#running = Promise.all([
      this.#repeat('send mails', (context) => this.sendAll(context), sendPauseMs),
      this.#repeat('tend mails', (context) => this.#tend(context), tendPauseMs),
    ]);
  }

  /** Ends with the delivery that is under way. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    await this.#transport.close();
  }

  /** Sends one mail after the other until none is due. */
  async sendAll(context: CallContext): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const mail = await this.#store.claim(context, this.#database.control, times.mailClaimMs);
      if (!mail) {
        return;
      }
      await this.#send(context, mail);
    }
  }

  async #send(context: CallContext, mail: ClaimedMail): Promise<void> {
    try {
      await this.#transport.deliver({ id: mail.id, ...mail.content });
    } catch (error) {
      await this.#noteFailure(context, mail, problemOf(error));
      return;
    }
    await this.#noteSent(context, mail);
    this.#metrics.count('sent');
  }

  async #noteFailure(context: CallContext, { id, attempts, ageMs }: ClaimedMail, problem: string): Promise<void> {
    const { control } = this.#database;
    const line = { traceId: context.trace.traceId, mail: id, attempts, problem };
    if (ageMs >= keptTryingMs) {
      await this.#store.giveUp(context, control, id, problem);
      this.#metrics.count('given_up');
      this.#telemetry.logger.error(line, 'a mail was given up');
      return;
    }
    await this.#store.noteFailed(context, control, { id, problem, againInMs: pauseAfter(attempts) });
    this.#metrics.count('failed');
    this.#telemetry.logger.warn(line, 'a mail was not taken and will be sent again');
  }

  /** The mail is sent. While the database is away its note is tried again, as long as no other process takes the mail. */
  async #noteSent(context: CallContext, { id }: ClaimedMail): Promise<void> {
    const until = performance.now() + times.mailClaimMs - times.mailDeliveryMs;
    for (;;) {
      try {
        await this.#store.noteSent(context, this.#database.control, id);
        return;
      } catch (error) {
        if (performance.now() > until) {
          throw error;
        }
        await sleep(notePauseMs);
      }
    }
  }

  async #tend(context: CallContext): Promise<void> {
    const { control } = this.#database;
    this.#metrics.waiting = await this.#store.waiting(context, control);
    await this.#store.purge(context, control);
  }

  async #repeat(name: string, work: (context: CallContext) => Promise<void>, pauseMs: number): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        await this.#telemetry.inBackground(name, work);
      } catch (error) {
        this.#telemetry.logger.warn({ error, work: name }, 'mails could not be looked for');
      }
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** The names of a failure. Its message may repeat what was sent. */
function problemOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return 'unknown';
  }
  const { code, responseCode } = error as Error & { code?: unknown; responseCode?: unknown };
  const names = [code ?? error.name, responseCode].filter(
    (name) => typeof name === 'string' || typeof name === 'number',
  );
  return names.join(' ');
}

/** Three times as long after each attempt, with a part by chance, so that mails of one failure do not come together. */
function pauseAfter(attempts: number): number {
  const pauseMs = Math.min(againAfterMs * 3 ** (attempts - 1), againAfterMsMax);
  return Math.round(pauseMs * (0.8 + 0.4 * Math.random()));
}

const sendPauseMs = 500;
const tendPauseMs = 15_000;
const notePauseMs = 250;
const againAfterMs = 2_000;
const againAfterMsMax = 30 * 60_000;
const keptTryingMs = 24 * 60 * 60_000;
