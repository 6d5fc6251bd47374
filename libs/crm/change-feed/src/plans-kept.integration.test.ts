import { statement, type Statement } from '@rapport/database';
import { databasesOfFile } from '@rapport/database/testing';
import { newId } from '@rapport/kernel';
import { expect, test } from 'vitest';
import { growLogs, keepStatistics } from './testing/large-cell.ts';
import { context, createTestCell, statements } from './testing/test-cell.ts';

const {
  relayAdopt,
  relaySnapshot,
  relayNew,
  relayPage,
  relayLeft,
  relayAgain,
  relayWaiting,
  outboxLevel,
  move,
  purgeDue,
  purgeFeed,
  forgetExternalIds,
  purgeKeys,
  purgeTimelines,
  purgeItems,
  purgeFiles,
  addDeadLetters,
  forgetDeadLetters,
} = statements;

const cell = await createTestCell(await databasesOfFile());
const tenant = await cell.tenant();

test('plans that are made in an empty cell read little when the cell is full', async () => {
  // One connection, so that its plans and its counters are one.
  const worker = cell.databases.connect('rapport_change_feed_worker', { poolSize: 1 });
  const [inCell, inTenant] = [worker.cell('cell'), worker.tenant(tenant.tenant)];
  const owner = cell.databases.connect('rapport_owner', { poolSize: 1 }).tenant(tenant.tenant);
  const blocksOf = async (run: () => Promise<unknown>): Promise<number> => {
    await owner.query(context, flush);
    await inCell.query(context, flush);
    const before = await read();
    await run();
    await inCell.query(context, flush);
    return (await read()) - before;
  };
  const read = async (): Promise<number> => (await tenant.owner.query<{ n: number }>(context, blocks))[0]?.n ?? 0;
  const snapshot = async (): Promise<string> =>
    (await inCell.query<{ snapshot: string }>(context, relaySnapshot))[0]?.snapshot ?? '';
  const seqOf = async (share: number): Promise<number> =>
    (await tenant.owner.query<{ seq: number }>(context, seqAt.with({ share })))[0]?.seq ?? 0;
  const some = async (): Promise<string[]> =>
    (await tenant.owner.query<{ id: string }>(context, someIds)).map(({ id }) => id);
  const page = async () => ({ snapshot: await snapshot(), after: await seqOf(0.5), pageMax: 500 });
  const bad = async () => {
    const ids = await some();
    return { ids, reasons: ids.map(() => 'bad') };
  };
  const rowsMax = 10;
  const everything: [Statement, () => Promise<unknown>, number][] = [
    [relayAdopt, () => inCell.query(context, relayAdopt.with({ adoptedMax: 1_000 })), 50],
    [relayNew, async () => inCell.query(context, relayNew.with({ since: await snapshot(), pageMax: 500 })), 100],
    [relayPage, async () => inCell.query(context, relayPage.with({ since: '1:1:', ...(await page()) })), 100],
    [
      relayLeft,
      async () => inCell.query(context, relayLeft.with({ since: await snapshot(), snapshot: await snapshot() })),
      100,
    ],
    [relayAgain, async () => inCell.query(context, relayAgain.with(await page())), 1_200],
    [relayWaiting, async () => inCell.query(context, relayWaiting.with({ ids: await some() })), 100],
    [outboxLevel, () => inCell.query(context, outboxLevel.with({ countedMax: 1_000, cleared: '1:1:' })), 200],
    [
      addDeadLetters,
      async () => inCell.query(context, addDeadLetters.with({ ...(await bad()), parkedMax: 10_000 })),
      400,
    ],
    [forgetDeadLetters, () => inCell.query(context, forgetDeadLetters.with({ rowsMax })), 200],
    [move, async () => inTenant.rows(context, move.with({ ids: await some() })), 600],
    [purgeDue, () => inTenant.rows(context, purgeDue.with({ feedDays: 90, timelineDays: 30 })), 150],
    [purgeFeed, () => inTenant.rows(context, purgeFeed.with({ resource: 1, feedDays: 90, rowsMax })), 150],
    [forgetExternalIds, () => inTenant.rows(context, forgetExternalIds.with({ resource: 1, rowsMax })), 150],
    [purgeKeys, () => inTenant.rows(context, purgeKeys.with({ rowsMax })), 150],
    [purgeTimelines, () => inTenant.rows(context, purgeTimelines.with({ rowsMax })), 150],
    [purgeItems, () => inTenant.rows(context, purgeItems.with({ timelineDays: 30, rowsMax })), 150],
    [purgeFiles, () => inTenant.rows(context, purgeFiles.with({ rowsMax })), 150],
  ];
  for (const [, run] of everything) {
    await run();
  }
  await tenant.owner.query(context, keepStatistics);
  await owner.query(context, growLogs.with({ rows: 30_000, clientId: newId() }));
  const costs: Record<string, number> = {};
  for (const [{ name }, run, most] of everything) {
    costs[name] = await blocksOf(run);
    expect.soft(costs[name], name).toBeLessThan(most);
  }
  console.info('blocks read', JSON.stringify(costs));
});

const flush = statement('test_flush', 'select pg_stat_force_next_flush()');
const blocks = statement(
  'test_blocks',
  `select sum(heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit)::bigint as n from pg_statio_user_tables
   where schemaname in (':schema', 'cell')`,
);
const seqAt = statement(
  'test_seq_at',
  'select (min(seq) + :share::float8 * (max(seq) - min(seq)))::bigint as seq from cell.outbox',
);
const someIds = statement('test_some_ids', 'select id from cell.outbox order by seq desc limit 20');
