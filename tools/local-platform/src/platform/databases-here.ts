import { Failure } from '@rapport/command-line';
import type { MigrateOptions } from '@rapport/database';
import { stateFolder } from '../project.ts';
import { readState } from '../state-file.ts';
import { cellUrls, controlUrl } from './database-urls.ts';
import { ensureSecrets } from './secrets.ts';
import { postgresUrls, readServerUrls } from './server-urls.ts';

/** The databases of a folder's platform, as their owner. */
export async function databasesHere(
  folder: string = stateFolder,
): Promise<Pick<MigrateOptions, 'controlUrl' | 'cells'>> {
  const state = await readState(folder);
  if (state === undefined || state.state === 'stopped') {
    throw new Failure('The platform is not up; run ./rapport up, or set CONTROL_DATABASE_URL and CELL_DATABASE_URLS.');
  }
  const administratorUrls = postgresUrls(await readServerUrls(state.dataDir));
  const access = { administratorUrls, passwords: await ensureSecrets(state.dataDir) };
  return {
    controlUrl: controlUrl(access, 'rapport_owner'),
    cells: cellUrls(access, 'rapport_owner'),
  };
}
