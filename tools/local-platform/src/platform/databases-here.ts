import { Failure } from '@rapport/command-line';
import type { MigrateOptions } from '@rapport/database';
import { readState } from '../state-file.ts';
import { cellUrls, controlDatabase, databaseUrl } from './database-urls.ts';
import { ensureSecrets } from './secrets.ts';
import { readServerUrls } from './server-urls.ts';

/** The databases of this folder's platform, as their owner. */
export async function databasesHere(): Promise<Pick<MigrateOptions, 'controlUrl' | 'cells'>> {
  const state = await readState();
  if (state === undefined || state.state === 'stopped') {
    throw new Failure('The platform is not up; run ./rapport up, or set CONTROL_DATABASE_URL and CELL_DATABASE_URLS.');
  }
  const administratorUrl = (await readServerUrls(state.dataDir))['postgres'] ?? '';
  const access = { administratorUrl, passwords: await ensureSecrets(state.dataDir) };
  return {
    controlUrl: databaseUrl(access, 'rapport_owner', controlDatabase),
    cells: cellUrls(access, 'rapport_owner'),
  };
}
