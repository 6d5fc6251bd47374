import { Buffer } from 'node:buffer';
import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { OutgoingMail } from '../mail.ts';
import { MailTransport } from '../mail-transport.ts';
import { messageOf } from '../message-of.ts';

/**
 * Puts mails into a folder, each a file `.eml` that appears whole and is named after the mail, so a mail that is
 * delivered again is the same file.
 */
export class FolderTransport extends MailTransport {
  readonly #folder: string;
  readonly #from: string;
  readonly #composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

  constructor(folder: string, from: string) {
    super();
    this.#folder = folder;
    this.#from = from;
  }

  override async deliver(mail: OutgoingMail): Promise<void> {
    const { message } = await this.#composer.sendMail(messageOf(mail, this.#from));
    if (!Buffer.isBuffer(message)) {
      throw new Error('The composer gave no buffer.');
    }
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const path = join(this.#folder, `${mail.id}.eml`);
    const file = await open(`${path}.part`, 'w', 0o600);
    try {
      await file.writeFile(message);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(`${path}.part`, path);
  }

  override async close(): Promise<void> {}
}
