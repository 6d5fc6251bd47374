import { join } from 'node:path';
import { readWhole } from '../state-file.ts';
import { secretsFolder } from './secrets.ts';

/** The administrators' addresses of the servers, and that of the SMTP server where mails go to one, readable for the owner of the data alone. */
export function serverUrlsFile(dataDir: string): string {
  return join(secretsFolder(dataDir), 'server-urls.json');
}

export async function readServerUrls(dataDir: string): Promise<Record<string, string>> {
  return (await readWhole<Record<string, string>>(serverUrlsFile(dataDir))) ?? {};
}
