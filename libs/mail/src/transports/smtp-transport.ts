import { times } from '@rapport/config';
import { createTransport } from 'nodemailer';
import type { OutgoingMail } from '../mail.ts';
import { MailTransport } from '../mail-transport.ts';
import { messageOf } from '../message-of.ts';

export interface SmtpOptions {
  /** `smtps://` is TLS from the first byte. `smtp://` is TLS by STARTTLS, without which nothing is sent. */
  readonly url: string;
  readonly from: string;
  /** Certificates to trust beside those of the system, in PEM. */
  readonly trusted?: string;
}

/** Gives mails to an SMTP server, over a few connections that are kept. */
export class SmtpTransport extends MailTransport {
  readonly #from: string;
  readonly #transporter: ReturnType<typeof pooled>;

  constructor({ url, from, trusted }: SmtpOptions) {
    super();
    this.#from = from;
    this.#transporter = pooled(url, trusted);
  }

  override async deliver(mail: OutgoingMail): Promise<void> {
    await this.#transporter.sendMail({
      ...messageOf(mail, this.#from),
      signal: AbortSignal.timeout(times.mailDeliveryMs),
    });
  }

  override async close(): Promise<void> {
    this.#transporter.close();
  }
}

function pooled(url: string, trusted: string | undefined) {
  return createTransport({
    pool: true,
    ...serverOf(url),
    ...(trusted === undefined ? {} : { tls: { ca: trusted } }),
    maxConnections: connectionsMax,
    // The library would send a mail again by itself when a connection breaks, even after the server took the mail.
    maxRequeues: 0,
    dnsTimeout: times.smtpConnectMs,
    connectionTimeout: times.smtpConnectMs,
    greetingTimeout: times.smtpConnectMs,
    socketTimeout: times.smtpAnswerMs,
  });
}

/** Where the server is, and whether it is spoken to in the clear: on loopback alone, where `?tls=off` says so. */
function serverOf(text: string) {
  const url = new URL(text);
  const secure = url.protocol === 'smtps:';
  const isClear = !secure && url.searchParams.get('tls') === 'off' && loopback.has(url.hostname);
  return {
    host: url.hostname.replaceAll(/[[\]]/g, ''),
    port: Number(url.port || (secure ? 465 : 587)),
    secure,
    requireTLS: !secure && !isClear,
    ignoreTLS: isClear,
    ...(url.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
  };
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);
const connectionsMax = 2;
