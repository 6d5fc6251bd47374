import { setTimeout as sleep } from 'node:timers/promises';
import { composeMail, type ComposedMail } from './composed-mail.ts';
import type { Delivery } from './delivery.ts';
import type { OutgoingMail } from './mail.ts';

/** Mails leave this process by it. */
export abstract class MailTransport {
  #composed: Promise<unknown> = Promise.resolve();

  /**
   * It does not throw. A problem has the names of a failure and no word of the mail. When the signal says that the process stops,
   * a mail that is not yet written whole has not begun.
   */
  abstract deliver(mail: OutgoingMail, stopping?: AbortSignal): Promise<Delivery>;

  abstract close(): Promise<void>;

  /** One mail after the other is composed, with pauses that leave most of the process to its other work. */
  protected compose(mail: OutgoingMail): Promise<ComposedMail> {
    const composed = this.#composed.then(() => composeMail(mail));
    this.#composed = composed.then(
      ({ content }) => sleep(content.length / composedBytesPerMs),
      () => undefined,
    );
    return composed;
  }
}

/** A mail of so many bytes may be on its way for so long, in addition to the time of a short one. */
export function transferMs(bytes: number): number {
  return Math.ceil(bytes / leastBytesPerMs);
}

const leastBytesPerMs = 64;
/** A process takes some 20 milliseconds to compose and write a megabyte. */
const composedBytesPerMs = 16_384;
