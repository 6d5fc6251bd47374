import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The subjects of the mails that left for an address, in alphabetical order: two mails may leave at the same time. */
export async function subjectsTo({ dataDir }: { readonly dataDir: string }, email: string): Promise<string[]> {
  const folder = join(dataDir, 'mail');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return mails
    .map((mail) => mail.replaceAll(/\r?\n[ \t]/g, ' '))
    .filter((mail) => mail.includes(`To: ${email}`))
    .map((mail) => /^Subject: (.*?)\r?$/m.exec(mail)?.[1] ?? '')
    .toSorted();
}
