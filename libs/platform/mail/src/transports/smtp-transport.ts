import { times } from '@rapport/config';
import type { SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';
import type { ComposedMail } from '../composed-mail.ts';
import { isOfTheServer, type Delivery } from '../delivery.ts';
import type { OutgoingMail } from '../mail.ts';
import { MailTransport, transferMs } from '../mail-transport.ts';
import { deliveryOf } from './delivery-of.ts';
import { smtpAddress, type SmtpAddress } from './smtp-address.ts';
import { SmtpSession, type DeliveryEnds } from './smtp-session.ts';

export interface SmtpOptions {
  /** As `smtpAddress` reads it. */
  readonly url: string;
  /** The most open connections. A mail that finds none free waits for one. */
  readonly connections?: number;
  readonly deadlines?: SmtpDeadlines;
  /** Certificates to trust beside those of the system, in PEM. */
  readonly trusted?: string;
}

export interface SmtpDeadlines {
  /** For a connection, and for the server's first words. */
  readonly connectMs: number;
  /** The server may say nothing for so long; a connection is kept so long while no mail comes. */
  readonly answerMs: number;
  /** For one mail, from when it has a connection or makes one, beside the time that its bytes take. */
  readonly deliveryMs: number;
}

/** Gives mails to an SMTP server, over a few connections that are kept. */
export class SmtpTransport extends MailTransport {
  readonly #options: SMTPConnectionOptions;
  readonly #login: SmtpAddress['login'];
  readonly #deliveryMs: number;
  readonly #kept: SmtpSession[] = [];
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor({ url, connections = 2, deadlines = usualDeadlines, trusted }: SmtpOptions) {
    super();
    const { server, login } = smtpAddress(url);
    this.#options = { ...server, ...limitsOf(deadlines), ...(trusted === undefined ? {} : { tls: { ca: trusted } }) };
    this.#login = login;
    this.#deliveryMs = deadlines.deliveryMs;
    this.#free = connections;
  }

  override async deliver(mail: OutgoingMail, stopping = neverStopping): Promise<Delivery> {
    await this.#takeSlot();
    try {
      const composed = await this.compose(mail);
      const deadline = AbortSignal.timeout(this.#deliveryMs + transferMs(composed.content.length));
      return await this.#deliver(composed, { deadline, unwritten: AbortSignal.any([deadline, stopping]) });
    } catch (error) {
      return deliveryOf(error, false);
    } finally {
      this.#leaveSlot();
    }
  }

  override async close(): Promise<void> {
    for (const session of this.#kept.splice(0)) {
      session.close();
    }
  }

  async #deliver(mail: ComposedMail, ends: DeliveryEnds): Promise<Delivery> {
    const kept = this.#takeKept();
    if (kept) {
      const delivery = await kept.deliver(mail, ends);
      // A session whose server has said goodbye takes no mail, and is over a moment later.
      const hasBroken = !ends.unwritten.aborted && (kept.isOver || delivery.outcome === 'notBegun');
      await this.#keep(kept, delivery, ends);
      // The server may have ended a kept connection at any time, which says nothing of the mail.
      if (!hasBroken || !isOfTheServer(delivery)) {
        return delivery;
      }
    }
    const session = await SmtpSession.open(this.#options, this.#login, ends.unwritten);
    const delivery = await session.deliver(mail, ends);
    await this.#keep(session, delivery, ends);
    return delivery;
  }

  #takeKept(): SmtpSession | undefined {
    for (;;) {
      const session = this.#kept.pop();
      if (!session?.isOver) {
        return session;
      }
    }
  }

  /** After any other outcome it is not certain where in a mail the server believes to be. */
  async #keep(session: SmtpSession, delivery: Delivery, { unwritten }: DeliveryEnds): Promise<void> {
    if ('by' in delivery && delivery.by === 'recipient') {
      await session.reset(unwritten);
    } else if (delivery.outcome !== 'taken') {
      session.close();
    }
    if (!session.isOver) {
      this.#kept.push(session);
    }
  }

  async #takeSlot(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    await promise;
  }

  #leaveSlot(): void {
    const next = this.#waiting.shift();
    if (next) {
      next();
    } else {
      this.#free += 1;
    }
  }
}

function limitsOf({ connectMs, answerMs }: SmtpDeadlines): SMTPConnectionOptions {
  return {
    dnsTimeout: connectMs,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: answerMs,
    // A connection that is closed within a mail sends nothing more of it.
    socketCloseTimeout: 0,
  };
}

const neverStopping = new AbortController().signal;

const usualDeadlines: SmtpDeadlines = {
  connectMs: times.smtpConnectMs,
  answerMs: times.smtpAnswerMs,
  deliveryMs: times.mailDeliveryMs,
};
