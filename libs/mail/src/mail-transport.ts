import type { Delivery } from './delivery.ts';
import type { OutgoingMail } from './mail.ts';

/** How mails leave this process. */
export abstract class MailTransport {
  /** It does not throw. A problem has the names of a failure and no word of the mail. */
  abstract deliver(mail: OutgoingMail): Promise<Delivery>;

  abstract close(): Promise<void>;
}
