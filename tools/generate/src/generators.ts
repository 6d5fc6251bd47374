import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generatedFiles as applicationFiles } from '@rapport/application-contract';
import { generatedFiles as changeEventFiles } from '@rapport/change-feed';
import { catalogueGenerator, templateGenerator } from '@rapport/database';
import { startPostgres } from '@rapport/local-servers';
import { generatedFiles as answersFiles } from '@rapport/marketing-email';
import { generatedFiles as publicFiles } from '@rapport/public-contract';
import { generatedFiles as operatorFiles } from '@rapport/subscription-contract';
import { alertsGenerator } from './alerts/alerts-generator.ts';
import { chartGenerator } from './chart/chart-generator.ts';
import { clientTypesGenerator } from './client-types-generator.ts';
import { consoleGenerator } from './console/console-generator.ts';
import { errorPagesGenerator } from './error-pages-generator.ts';
import { loopsGenerator } from './loops-generator.ts';
import { plansGenerator } from './plans-generator.ts';
import { settingsGenerator } from './settings-generator.ts';
import { statesGenerator } from './states-generator.ts';
import { statementsGenerator } from './statements/statements-generator.ts';
import { watchGenerator } from './watch/watch-generator.ts';

/** Makes committed files from their sources: paths from the root of the workspace, and their whole content. */
export interface Generator {
  readonly name: string;
  run(): Promise<Readonly<Record<string, string>>>;
}

/** Every generator, in order: each belongs to the lib whose files it writes, and may read what earlier ones wrote. */
export const generators: readonly Generator[] = [
  templateGenerator,
  { name: 'catalogue listings', run: () => onPostgres((url) => catalogueGenerator(url).run()) },
  statementsGenerator,
  errorPagesGenerator,
  { name: 'OpenAPI documents', run: async () => ({ ...publicFiles(), ...applicationFiles(), ...operatorFiles() }) },
  clientTypesGenerator,
  consoleGenerator,
  chartGenerator,
  alertsGenerator,
  watchGenerator,
  settingsGenerator,
  loopsGenerator,
  plansGenerator,
  { name: 'schema of change events', run: async () => changeEventFiles() },
  statesGenerator,
  { name: 'page of mail servers’ answers', run: async () => answersFiles() },
];

/** Runs the work on a PostgreSQL that is started for it and removed after it. */
async function onPostgres<T>(work: (administratorUrl: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'rapport-generate-'));
  const postgres = await startPostgres({ dataDir: folder, durable: false });
  try {
    return await work(postgres.url);
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
