import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchPlatform } from './bench-platform.ts';

/** The address of the platform's cell for the public API's own role. */
export async function publicApiCellUrl({ dataDir }: BenchPlatform): Promise<string> {
  const text = await readFile(join(dataDir, 'secrets', 'public-api', 'CELL_DATABASE_URLS'), 'utf8');
  const [url] = Object.values(JSON.parse(text) as Record<string, string>);
  if (url === undefined) {
    throw new Error('The platform has no cell.');
  }
  return url;
}

/** The same for the administrator of the server. */
export async function cellAdministratorUrl(platform: BenchPlatform): Promise<string> {
  const url = new URL(await platform.origin('postgres'));
  url.pathname = '/rapport_cell_1';
  return url.href;
}
