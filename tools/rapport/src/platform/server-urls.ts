import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { secretsFolder } from './secrets.ts';

/** The administrators' addresses of the servers, readable for the owner of the data alone. */
export function serverUrlsFile(dataDir: string): string {
  return join(secretsFolder(dataDir), 'server-urls.json');
}

export async function readServerUrls(dataDir: string): Promise<Record<string, string>> {
  const text = await readFile(serverUrlsFile(dataDir), 'utf8').catch(() => '{}');
  return JSON.parse(text) as Record<string, string>;
}
