import { times } from '@rapport/config';
import type { Database } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import { loop, RecurringFailure, type Background, type Telemetry } from '@rapport/telemetry';
import { isOfTheServer, type Delivery } from './delivery.ts';
import { keepNoting } from './keep-noting.ts';
import type { MailMetrics } from './mail-metrics.ts';
import type { MailAddress } from './mail.ts';
import type { ClaimedMail, MailStore } from './mail-store.ts';
import type { MailTransport } from './mail-transport.ts';
import { pauseAfter } from './pause-after.ts';

export interface MailSenderOptions {
  readonly database: Database;
  readonly store: MailStore;
  readonly transport: MailTransport;
  readonly from: MailAddress;
  readonly metrics: MailMetrics;
  readonly telemetry: Telemetry;
}

const sendingMails = loop('send mails', 'Sends mails, whichever service wrote them.', 'MailsToPersonsLate');
const tendingMails = loop('tend mails', 'Measures the mails that wait, and removes old ones.');

/**
 * Sends the mails that wait, several at once, each independent of the others. A process holds a mail longer than a delivery may take, so a mail comes twice only when a
 * process dies or a connection breaks between the whole mail and the note of the server's answer.
 */
export class MailSender {
  static readonly loops = [sendingMails, tendingMails];
  readonly #options: MailSenderOptions;
  readonly #serverFailure: RecurringFailure;

  constructor(options: MailSenderOptions) {
    this.#options = options;
    this.#serverFailure = new RecurringFailure(options.telemetry.logger);
  }

  start(background: Background): void {
    background.repeat(sendingMails, (context, stopping) => this.sendAll(context, stopping), sendPauseMs, {
      lanes: deliveriesAtOnce,
      isPoll: true,
    });
    background.repeat(tendingMails, (context) => this.#tend(context), tendPauseMs, { isPoll: true });
  }

  close(): Promise<void> {
    return this.#options.transport.close();
  }

  /** Sends one mail after the other until none is due. The look for each is of the given context, and each mail has a trace of its own. */
  async sendAll(context: CallContext, stopping?: AbortSignal): Promise<void> {
    while (!stopping?.aborted) {
      const mail = await this.#options.store.claim(context, this.#options.database.control, times.mailClaimMs);
      if (!mail) {
        return;
      }
      await this.#options.telemetry.inBackground('send a mail', (traced) => this.#send(traced, mail));
    }
  }

  async #send(context: CallContext, mail: ClaimedMail): Promise<void> {
    const { id, content } = mail;
    const delivery = await this.#options.transport.deliver({ ...content, id, from: this.#options.from, headers });
    if (delivery.outcome !== 'taken') {
      await this.#noteFailure(context, mail, delivery);
      return;
    }
    this.#serverFailure.over();
    await this.#noteSent(context, mail);
    this.#options.metrics.count('sent');
  }

  async #noteFailure(context: CallContext, { id, attempts, ageMs }: ClaimedMail, delivery: Failed): Promise<void> {
    const { control } = this.#options.database;
    const { problem } = delivery;
    const line = { traceId: context.trace.traceId, mail: id, attempts, problem };
    if (ageMs >= keptTryingMs) {
      await this.#options.store.giveUp(context, control, id, problem);
      this.#options.metrics.count('given_up');
      this.#options.telemetry.logger.error(line, 'a mail was given up');
      return;
    }
    await this.#options.store.noteFailed(context, control, { id, problem, againInMs: pauseAfter(attempts) });
    this.#options.metrics.count('failed');
    if (isOfTheServer(delivery)) {
      this.#serverFailure.warn(line, 'the mail server takes no mails; they will be sent again');
    } else {
      this.#options.telemetry.logger.warn(line, 'a mail was not taken and will be sent again');
    }
  }

  /** A mail that is sent and not noted would be sent again by the process that takes it next. */
  async #noteSent(context: CallContext, { id }: ClaimedMail): Promise<void> {
    const note = () => this.#options.store.noteSent(context, this.#options.database.control, id);
    await keepNoting(note, times.mailClaimMs - times.mailDeliveryMs);
  }

  async #tend(context: CallContext): Promise<void> {
    const { control } = this.#options.database;
    this.#options.metrics.waiting = await this.#options.store.waiting(context, control);
    await this.#options.store.purge(context, control);
  }
}

type Failed = Exclude<Delivery, { readonly outcome: 'taken' }>;

/** Of a process. The transport has a connection for each. */
export const deliveriesAtOnce = 4;

/** Programs that answer for absent people leave such mails alone. */
const headers = { 'Auto-Submitted': 'auto-generated' };
const sendPauseMs = 1_000;
const tendPauseMs = 15_000;
const keptTryingMs = 24 * 60 * 60_000;
