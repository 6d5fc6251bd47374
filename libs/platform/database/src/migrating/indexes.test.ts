import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { databaseFolder } from './migration-files.ts';

test('no table of a tenant has more than thirteen indexes: every write pays for each, and so does every session', async () => {
  const listing = await readFile(join(databaseFolder, 'catalogue', 'tenant.txt'), 'utf8');
  const tables = Array.from(listing.matchAll(/^index .* ON tenant\.(\w+) /gm), ([, table = '']) => table);
  const crowded = [...Map.groupBy(tables, (table) => table)].filter(([, indexes]) => indexes.length > 13);
  expect(tables.length).toBeGreaterThan(50);
  expect(crowded.map(([table]) => table)).toEqual([]);
});
