import type { OutgoingMail } from './mail.ts';

/** How mails leave this process. */
export abstract class MailTransport {
  /** When it returns, the mail is in the hands of another system. It throws where that is not sure. */
  abstract deliver(mail: OutgoingMail): Promise<void>;

  abstract close(): Promise<void>;
}
