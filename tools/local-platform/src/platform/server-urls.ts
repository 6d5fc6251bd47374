import { join } from 'node:path';
import { readWhole } from '../state-file.ts';
import { secretsFolder } from './secrets.ts';

/** The administrators' addresses of the servers, and that of the SMTP server where mails go to one, readable for the owner of the data alone. */
export function serverUrlsFile(dataDir: string): string {
  return join(secretsFolder(dataDir), 'server-urls.json');
}

/** The name of the server on which the cell of this index is. */
export function postgresName(index: number): string {
  return index === 0 ? 'postgres' : `postgres-${index + 1}`;
}

/** The addresses of the servers of PostgreSQL, in the order of their cells. */
export function postgresUrls(urls: Readonly<Record<string, string>>): string[] {
  const names = Object.keys(urls).filter((name) => name.startsWith('postgres'));
  return names.map((_, index) => urls[postgresName(index)] ?? '');
}

export async function readServerUrls(dataDir: string): Promise<Record<string, string>> {
  return (await readWhole<Record<string, string>>(serverUrlsFile(dataDir))) ?? {};
}
