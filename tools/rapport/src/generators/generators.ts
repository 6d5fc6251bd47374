import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogueGenerator, templateGenerator } from '@rapport/database';
import { startPostgres } from '@rapport/local-servers';
import { generatedFiles } from '@rapport/public-contract';

/** Makes committed files from what they are derived of: paths from the root of the workspace, and their whole content. */
export interface Generator {
  readonly name: string;
  run(): Promise<Record<string, string>>;
}

/** Every generator; each belongs to the lib whose files it writes. */
export const generators: readonly Generator[] = [
  { name: 'OpenAPI document', run: async () => ({ ...generatedFiles() }) },
  templateGenerator,
  { name: 'catalogue listings', run: listCatalogues },
];

/** What the migrations make is read off a server of its own. */
async function listCatalogues(): Promise<Record<string, string>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rapport-generate-'));
  const postgres = await startPostgres({ dataDir, durable: false });
  try {
    return await catalogueGenerator(postgres.url).run();
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
