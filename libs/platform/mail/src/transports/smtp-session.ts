import { Readable } from 'node:stream';
import SMTPConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';
import type { ComposedMail } from '../composed-mail.ts';
import type { Delivery } from '../delivery.ts';
import { deliveryOf } from './delivery-of.ts';
import type { SmtpAddress } from './smtp-address.ts';

/** The signals that end a delivery. */
export interface DeliveryEnds {
  /** Of a mail that is not written whole. */
  readonly unwritten: AbortSignal;
  /** Of the wait for the answer too. */
  readonly deadline: AbortSignal;
}

/** One connection to an SMTP server, over which mails go one after the other. */
export class SmtpSession {
  readonly #connection: SMTPConnection;
  /** Ends the command that is under way, and does nothing between two commands. */
  #fail: (error: Error) => void = () => undefined;

  private constructor(options: SMTPConnectionOptions) {
    this.#connection = new SMTPConnection(options);
    this.#connection.on('error', (error: Error) => this.#fail(error));
    // The library may end a session without a word to the command under way; what it does say comes first.
    this.#connection.on('end', () => setImmediate(() => this.#fail(failure('ECONNECTION'))));
  }

  /** Connects and signs in. Where it throws, no mail has begun. */
  static async open(
    options: SMTPConnectionOptions,
    login: SmtpAddress['login'],
    signal: AbortSignal,
  ): Promise<SmtpSession> {
    const session = new SmtpSession(options);
    const connection = session.#connection;
    try {
      await session.#command(signal, (done) => connection.connect(done));
      if (login && !connection.allowsAuth) {
        throw failure('EAUTH');
      }
      if (login) {
        await session.#command(signal, (done) => connection.login({ ...login }, done));
      }
      return session;
    } catch (error) {
      session.close();
      throw error;
    }
  }

  get isOver(): boolean {
    return this.#connection.destroyed;
  }

  async deliver({ from, to, content }: ComposedMail, { unwritten, deadline }: DeliveryEnds): Promise<Delivery> {
    let isWritten = false;
    const breakOff = () => {
      if (!isWritten) {
        this.#fail(failure('ETIMEDOUT'));
      }
    };
    unwritten.addEventListener('abort', breakOff);
    const message = Readable.from(piecesOf(content));
    // This listener is the first one, so it runs before the library adds the end of the data.
    message.once('end', () => {
      isWritten = true;
    });
    try {
      if (unwritten.aborted) {
        throw failure('ETIMEDOUT');
      }
      await this.#command(deadline, (done) => this.#connection.send({ from, to }, message, done));
      return { outcome: 'taken' };
    } catch (error) {
      return deliveryOf(error, isWritten);
    } finally {
      unwritten.removeEventListener('abort', breakOff);
    }
  }

  /** Takes back what is left of a mail that was refused. Where it cannot, the session is over. */
  async reset(signal: AbortSignal): Promise<void> {
    await this.#command(signal, (done) => this.#connection.reset(done)).catch(() => this.close());
  }

  close(): void {
    this.#connection.close();
  }

  async #command(signal: AbortSignal, start: (done: (error?: Error | null) => void) => void): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const abort = () => reject(failure('ETIMEDOUT'));
    this.#fail = reject;
    signal.addEventListener('abort', abort);
    try {
      if (signal.aborted) {
        throw failure('ETIMEDOUT');
      }
      start((error) => (error ? reject(error) : resolve()));
      await promise;
    } finally {
      signal.removeEventListener('abort', abort);
      this.#fail = () => undefined;
    }
  }
}

/** Pieces, because the connection takes a whole buffer at once, and then tells nothing of how far it has come. */
function* piecesOf(content: Buffer): Generator<Buffer> {
  for (let at = 0; at < content.length; at += pieceBytes) {
    yield content.subarray(at, at + pieceBytes);
  }
}

const pieceBytes = 16_384;

function failure(code: string): Error {
  return Object.assign(new Error('The session ended before the server answered.'), { code });
}
