import type { Delivery } from './delivery.ts';
import type { OutgoingMail } from './mail.ts';

/** Mails leave this process by it. */
export abstract class MailTransport {
  /** It does not throw. A problem has the names of a failure and no word of the mail. */
  abstract deliver(mail: OutgoingMail): Promise<Delivery>;

  abstract close(): Promise<void>;
}
