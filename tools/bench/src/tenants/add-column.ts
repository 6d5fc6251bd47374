import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, migrationsFolder } from '@rapport/database';
import type { TemporaryPlatform } from '@rapport/testbed';

/** Adds a nullable column to the customers of every tenant by the migrations of `up`; gives the seconds. */
export async function addColumn(platform: TemporaryPlatform): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'rapport-bench-migrations-'));
  try {
    await cp(migrationsFolder, folder, { recursive: true });
    const next = String((await readdir(join(folder, 'tenant'))).length + 1).padStart(4, '0');
    await writeFile(
      join(folder, 'tenant', `${next}-bench.sql`),
      'alter table tenant.customer add column bench_note text;\n',
    );
    const controlUrl = await ownerUrl(platform, 'rapport_control');
    const cells = { 'cell-1': await ownerUrl(platform, 'rapport_cell_1') };
    const start = performance.now();
    await migrate({ controlUrl, cells, folder });
    return (performance.now() - start) / 1_000;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function ownerUrl(platform: TemporaryPlatform, database: string): Promise<string> {
  const url = new URL(await platform.origin('postgres'));
  url.username = 'rapport_owner';
  url.password = await readFile(join(platform.dataDir, 'secrets', 'rapport_owner.password'), 'utf8');
  url.pathname = `/${database}`;
  return url.href;
}
