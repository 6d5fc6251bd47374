import { setTimeout as delay } from 'node:timers/promises';
import { done, until } from '@rapport/testbed';
import type { Client } from 'pg';
import type { Api } from '../actors/api.ts';
import type { Visibility } from '../history/truth.ts';
import { withSqlWriter } from '../nemesis/sql-writer.ts';
import type { Scenario } from '../scenario.ts';
import { everyClient, plainClients, type Stage } from '../stage.ts';
import type { Workload } from '../workload.ts';

/** The view of a client changes. */
export const viewScenarios: readonly Scenario[] = [
  {
    name: 'owners-change-under-load',
    title: 'records change their owners at every write: a client that sees only some is given what comes and what goes',
    set: 'short',
    run: ownersChange,
  },
  {
    name: 'few-of-many-changes',
    title:
      'a client sees few of many changes, and its pages end long before they show one: it gets to the end and misses nothing',
    set: 'short',
    run: fewOfManyChanges,
  },
  {
    name: 'views-change-under-load',
    title:
      'the RunAs user loses and regains a scope, changes teams, is replaced: a client that starts again misses nothing',
    set: 'short',
    run: (stage) => viewsChange(stage, stage.scaled(2)),
  },
  {
    name: 'views-change-for-long',
    title: 'the RunAs user changes again and again: a client that starts again misses nothing',
    set: 'all',
    run: (stage) => viewsChange(stage, 15),
  },
  {
    name: 'view-changes-during-a-read',
    title: 'a read that was admitted before a change of its view and runs after it starts again',
    set: 'short',
    run: viewChangesDuringARead,
  },
  {
    name: 'view-of-a-quiet-tenant',
    title:
      'where nothing changes any more, a time from before a change of the view is too old, and the full list ends after it',
    set: 'short',
    run: viewOfAQuietTenant,
  },
  {
    name: 'external-ids-of-others',
    title: 'no client sees the external id of another client, and the item of a deleted record keeps the caller’s own',
    set: 'short',
    run: externalIdsOfOthers,
  },
];

async function ownersChange(stage: Stage): Promise<void> {
  const work = await stage.workload();
  const { tenant } = work;
  const users = [await tenant.user(), await tenant.user(), await tenant.user({ dataScope: 'all' })];
  work.startWriters(6, { pauseMs: 25, owners: users });
  for (const userId of users.slice(0, 2)) {
    const api = work.apiOf(await tenant.client({ runAsUserId: userId }));
    const visibility: Visibility = { scope: 'own', userId };
    work.startClients(
      plainClients({ visibility, crashes: 0.03 }).filter(({ reads }) => reads === 'feed'),
      api,
    );
    work.startClients([{ reads: 'mixed', goesOn: 'greatest', visibility }], api);
  }
  work.startClients(plainClients());
  await work.writes(stage.scaled(250));
  await work.rounds(2);
  await stage.judge(work);
}

/** Makes changes of other owners: in stamps longer than a page scans, in their own stamps, and while writers go on. */
async function fewOfManyChanges(stage: Stage): Promise<void> {
  const work = await stage.workload();
  const { tenant } = work;
  const userId = await tenant.user();
  const visibility: Visibility = { scope: 'own', userId };
  const api = work.apiOf(await tenant.client({ runAsUserId: userId }));
  const mine = work.writer({ pauseMs: 0, owners: [userId] });
  await withSqlWriter(stage.platform, tenant, async (others) => {
    for (const apart of [0, 1, 0] as const) {
      await mine.create();
      await others.create(250, apart);
    }
  });
  await mine.create();
  // A client that dies would start a read of dozens of pages again.
  work.startClients(everyClient({ visibility, crashes: 0.005 }), api);
  work.startWriters(4, { pauseMs: 25, owners: [tenant.ownerId] });
  work.startWriters(1, { pauseMs: 200, owners: [userId, tenant.ownerId] });
  await work.writes(stage.scaled(200));
  await work.rounds(2);
  await stage.judge(work);
  const longest = Math.max(...work.history.reads.map(({ pages }) => pages));
  stage.figure('pages of the longest read', String(longest));
}

async function viewsChange(stage: Stage, times: number): Promise<void> {
  const work = await stage.workload();
  const { tenant } = work;
  const teams = [await tenant.team(), await tenant.team()] as const;
  const [watched, other] = [
    await tenant.user({ teamId: teams[0] }),
    await tenant.user({ teamId: teams[1], dataScope: 'own' }),
  ];
  // A full list is short where few records change often.
  const mix = { create: 8, update: 87, delete: 5 };
  work.startWriters(5, { pauseMs: 30, mix, owners: [watched, other, tenant.ownerId] });
  const credentials = await tenant.client({ runAsUserId: watched });
  const api = work.apiOf(credentials);
  const visibility: Visibility = { scope: 'own', userId: watched };
  const plans = [
    ...plainClients({ mayBeTooOld: true, visibility, pauseMs: 15 }),
    ...plainClients({ mayBeTooOld: true, visibility, pauseMs: 15, pageSizes: [7] }),
  ];
  work.startClients(plans, api);
  const changes: [string, () => Promise<void>][] = [
    ['sees everything', () => tenant.changeUser(watched, { dataScope: 'all' })],
    ['sees its team’s', () => tenant.changeUser(watched, { dataScope: 'team' })],
    ['moves to another team', () => tenant.changeUser(watched, { teamId: teams[1] })],
    ['moves back', () => tenant.changeUser(watched, { teamId: teams[0] })],
    ['the client runs as another user', () => tenant.runAs(credentials, other)],
    ['the client runs as the first again', () => tenant.runAs(credentials, watched)],
    ['sees its own', () => tenant.changeUser(watched, { dataScope: 'own' })],
  ];
  for (let time = 0; time < times; time += 1) {
    for (const [what, change] of changes) {
      await work.writes(8);
      stage.fault(what, work);
      await change();
      await work.rounds(1, 120_000);
    }
  }
  const restarts = work.clients.map((client) => client.restarts);
  stage.figure('times that a client had to start again', restarts.join(', '));
  stage.expect(Math.min(...restarts) > 0, 'no answer called a position too old after its view had changed');
  await stage.judge(work);
}

/** Locks a row that every first page reads until the view has changed, so that the read stays under way. */
async function viewChangesDuringARead(stage: Stage): Promise<void> {
  const work = await stage.workload();
  const { tenant } = work;
  const userId = await tenant.user();
  const api = work.apiOf(await tenant.client({ runAsUserId: userId }));
  for (const owners of [[userId], [tenant.ownerId]]) {
    await work.writer({ pauseMs: 0, owners }).create();
  }
  const visibility: Visibility = { scope: 'all' };
  const clients = plainClients({ mayBeTooOld: true, visibility }).map((plan) => work.client(plan, api));
  for (const client of clients) {
    await client.round();
  }
  const hidden = done(await api.customers.listCustomers({ query: {} }), 200).data.length;
  stage.expect(hidden === 1, `a user with the scope own is given ${hidden} records`);
  const administrator = await stage.platform.connect('administrator');
  try {
    await administrator.query('begin');
    // Every first page reads the floor of the feed, and no other statement does.
    await administrator.query(`lock table ${tenant.schema}.feed_floor in access exclusive mode`);
    // The client that starts now was admitted with a small view, and reads when its view shows everything.
    const [fresh, known] = plainClients({ visibility, mayBeTooOld: true }).map((plan) => work.client(plan, api));
    const reading = Promise.all([fresh?.round(), known?.round()]);
    await until(
      () => isWaitedFor(administrator, `${tenant.schema}.feed_floor`, 2),
      5_000,
      () => 'the reads did not come to the table',
    );
    stage.fault('the user sees everything from now on', work);
    await tenant.changeUser(userId, { dataScope: 'all' });
    await delay(20);
    await administrator.query('commit');
    await reading;
  } finally {
    await administrator.end();
  }
  await stage.judge(work);
}

async function isWaitedFor(sql: Client, table: string, count: number): Promise<boolean> {
  const { rowCount } = await sql.query('select from pg_locks where not granted and relation = $1::regclass', [table]);
  return (rowCount ?? 0) >= count;
}

async function viewOfAQuietTenant(stage: Stage): Promise<void> {
  const work = await stage.workload();
  const { tenant } = work;
  const userId = await tenant.user();
  const api = work.apiOf(await tenant.client({ runAsUserId: userId }));
  await work.writer({ pauseMs: 0, owners: [userId] }).create();
  const before = await watermarkOf(api);
  await tenant.changeUser(userId, { dataScope: 'all' });
  for (let round = 0; round < 2; round += 1) {
    const { status, body } = await api.customers.listCustomers({ query: { updatedFrom: before } });
    stage.expect(
      status === 400 && 'code' in body && body.code === 'updated_from_too_old',
      `a time from before was answered ${status}`,
    );
  }
  const after = await watermarkOf(api);
  stage.expect(after > before, `the list after the change ends at ${after}, before it at ${before}`);
  const { status } = await api.customers.listCustomerChanges({ query: { updatedFrom: after } });
  stage.expect(status === 200, `the feed from the list’s watermark was answered ${status}`);
  await judgeQuietly(stage, work);
}

async function externalIdsOfOthers(stage: Stage): Promise<void> {
  const work = await stage.workload();
  const [first, second] = [work.api, work.apiOf(await work.tenant.client())];
  const made = done(
    await first.customers.createCustomer({ body: { name: 'a', description: 'a', externalId: 'mine' } }),
    201,
  );
  done(
    await second.customers.updateCustomer({
      params: { id: made.id },
      body: { name: 'b', description: 'a', externalId: 'theirs' },
    }),
    200,
  );
  for (let round = 0; round < 2; round += 1) {
    for (const [api, own] of [
      [first, 'mine'],
      [second, 'theirs'],
    ] as const) {
      const items = done(await api.customers.listCustomerChanges({ query: {} }), 200).data.map(
        ({ externalId }) => externalId,
      );
      stage.expect(
        items.every((externalId) => externalId === own),
        `a client of ${own} was shown ${items.join(', ')}`,
      );
      const rows = done(await api.customers.listCustomers({ query: {} }), 200).data.map(({ externalId }) => externalId);
      stage.expect(
        rows.every((externalId) => externalId === own),
        `a client of ${own} was listed ${rows.join(', ')}`,
      );
    }
    if (round === 0) {
      await first.customers.deleteCustomer({ params: { id: made.id } });
    }
  }
  const again = await first.customers.createCustomer({ body: { name: 'c', description: 'c', externalId: 'mine' } });
  stage.expect(again.status === 201, `the external id of a deleted record was answered ${again.status}`);
  await judgeQuietly(stage, work);
}

async function judgeQuietly(stage: Stage, work: Workload): Promise<void> {
  for (const plan of plainClients()) {
    work.client(plan);
  }
  await stage.judge(work);
}

async function watermarkOf(api: Api): Promise<string> {
  return done(await api.customers.listCustomers({ query: { pageSize: 1 } }), 200).syncUntilUtc;
}
