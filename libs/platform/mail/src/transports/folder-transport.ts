import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Delivery } from '../delivery.ts';
import type { OutgoingMail } from '../mail.ts';
import { MailTransport } from '../mail-transport.ts';
import { problemOf } from './problem-of.ts';

/**
 * Puts mails into a folder, each a file `.eml` that appears whole, as SMTP would have got it, and is named after the mail,
 * so a mail that is delivered again is the same file.
 */
export class FolderTransport extends MailTransport {
  readonly #folder: string;

  constructor(folder: string) {
    super();
    this.#folder = folder;
  }

  override async deliver(mail: OutgoingMail): Promise<Delivery> {
    try {
      const { content } = await this.compose(mail);
      await this.#write(mail.id, content);
      return { outcome: 'taken' };
    } catch (error) {
      return { outcome: 'notBegun', problem: problemOf(error) };
    }
  }

  override async close(): Promise<void> {}

  async #write(id: string, content: Buffer): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const path = join(this.#folder, `${id}.eml`);
    const file = await open(`${path}.part`, 'w', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(`${path}.part`, path);
  }
}
