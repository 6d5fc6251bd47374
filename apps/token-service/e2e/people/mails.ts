import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReceivedPage } from '@rapport/testbed';
import { inject, vi } from 'vitest';
import { newBrowser } from './person.ts';

const { stateFolder } = inject('platform');

/** Fills in the form of a person that has forgotten the password. */
export async function askForReset(email: string): Promise<ReceivedPage> {
  const browser = newBrowser();
  return browser.submit(await browser.get('/connect/password/forgot'), { email });
}

/** The link in the newest mail to an address. */
export async function linkTo(email: string): Promise<string> {
  const [mail = ''] = await vi.waitUntil(
    async () => {
      const mails = await mailsTo(email);
      return mails.length > 0 && mails.toReversed();
    },
    { timeout: 10_000 },
  );
  return /^http\S+$/m.exec(mail)?.[0] ?? '';
}

/** The texts of the mails to an address, oldest first. */
export async function mailsTo(email: string): Promise<string[]> {
  const folder = join(stateFolder, 'data', 'mail');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).toSorted();
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return mails.map(decoded).filter((mail) => mail.includes(`To: ${email}`));
}

/** Mails are quoted-printable, which cuts long lines. */
function decoded(mail: string): string {
  return mail
    .replaceAll(/=\r?\n/g, '')
    .replaceAll('=3D', '=')
    .replaceAll('\r\n', '\n');
}
