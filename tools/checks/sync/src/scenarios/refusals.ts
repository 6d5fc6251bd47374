import { CursorCodec } from '@rapport/records';
import { done } from '@rapport/testbed';
import { withSqlWriter } from '../nemesis/sql-writer.ts';
import type { Scenario } from '../scenario.ts';
import type { Stage } from '../stage.ts';
import type { Workload } from '../workload.ts';

/** Requests to refuse, because a client could miss a change by them. */
export const refusalScenarios: readonly Scenario[] = [
  {
    name: 'writes-past-the-rules',
    title:
      'an update without stamp or version, a TRUNCATE and a clock without rights are refused; no key cascades into customers',
    set: 'short',
    run: writesPastTheRules,
  },
  {
    name: 'cursors-of-others',
    title: 'a cursor that is forged, cut, of another tenant, client, read, key or epoch is refused',
    set: 'short',
    run: cursorsOfOthers,
  },
];

async function writesPastTheRules(stage: Stage): Promise<void> {
  const work = await stage.workload();
  await work.writer().create();
  const { schema, number } = work.tenant;
  await withSqlWriter(stage.platform, work.tenant, async (writer) => {
    const refusals: Record<string, [expected: string, text: string]> = {
      'an update without a stamp': ['23001', `update ${schema}.customer set version = version + 1`],
      'an update without a version': [
        '23001',
        `update ${schema}.customer set last_modified_on = last_modified_on + interval '1 s'`,
      ],
      'an update without either': ['23001', `update ${schema}.customer set name = 'x'`],
      'a truncate': ['42501', `truncate ${schema}.customer`],
      'a truncate of the outbox': ['42501', 'truncate cell.outbox'],
      'a deleted item': ['42501', `delete from ${schema}.change_feed`],
    };
    for (const [what, [expected, text]] of Object.entries(refusals)) {
      const refusal = await writer.refusalOf(text);
      stage.expect(refusal === expected, `${what} ended in ${refusal}`);
    }
    const keys = await writer.sql.query(
      `select conname from pg_constraint where contype = 'f' and conrelid = '${schema}.customer'::regclass
        and confdeltype not in ('a', 'r')`,
    );
    stage.expect(keys.rowCount === 0, 'a foreign key changes customers when something else is deleted');
  });
  const administrator = await stage.platform.connect('administrator');
  try {
    await administrator.query('begin');
    await administrator.query(`revoke all on sequence ${schema}.clock from rapport_public_api`);
    await administrator.query('set local role rapport_public_api');
    const refusal = await administrator.query(`select cell.stamp(${number}, '${schema}.clock')`).then(
      () => undefined,
      (error: { code: string }) => error.code,
    );
    stage.expect(refusal === '42501', `a stamp without rights on the clock ended in ${refusal}`);
    await administrator.query('rollback');
  } finally {
    await administrator.end();
  }
  await stage.judge(work);
}

async function cursorsOfOthers(stage: Stage): Promise<void> {
  const work = await stage.workload();
  const writer = work.writer();
  for (let n = 0; n < 3; n += 1) {
    await writer.create();
  }
  const elsewhere = await stage.workload();
  await elsewhere.writer().create();
  const sister = work.apiOf(await work.tenant.client());
  const cursor = await cursorOf(work);
  const foreign = new CursorCodec(Buffer.alloc(32, 7));
  const forged = foreign.encode({
    ...{ epoch: 1, tenant: work.tenant.id, client: null, read: 'customers', updatedFrom: null },
    ...{ watermark: '2026-01-01T00:00:00.000000Z', position: ['2026-01-01T00:00:00.000000Z', work.tenant.id] },
  });
  const list = (api: typeof sister, text: string) => api.customers.listCustomers({ query: { cursor: text } });
  const answers = {
    'with another last character': await list(work.api, cursor.slice(0, -1) + (cursor.endsWith('A') ? 'B' : 'A')),
    'without its last character': await list(work.api, cursor.slice(0, -1)),
    'of another key': await list(work.api, forged),
    'of another client': await list(sister, cursor),
    'of another tenant': await list(elsewhere.api, cursor),
    'of another read': await work.api.customers.listCustomerChanges({ query: { cursor } }),
    'of another epoch': await inNextEpoch(stage, () => list(work.api, cursor)),
  };
  for (const [what, { status, body }] of Object.entries(answers)) {
    const code = status === 400 && 'code' in body ? body.code : undefined;
    stage.expect(code === 'invalid_cursor', `a cursor ${what} was answered ${status} ${code}`);
  }
  stage.expect((await list(work.api, await cursorOf(work))).status === 200, 'a cursor of its own was refused');
  await stage.judge(work);
}

async function cursorOf({ api }: Workload): Promise<string> {
  return done(await api.customers.listCustomers({ query: { pageSize: 1 } }), 200).nextCursor ?? '';
}

/** Does what a recovery does that lost commits, which starts a new epoch of the cell, and takes it back. */
async function inNextEpoch<T>({ platform }: Stage, play: () => Promise<T>): Promise<T> {
  const administrator = await platform.connect('administrator');
  try {
    await administrator.query('update cell.epoch set number = number + 1');
    return await play();
  } finally {
    await administrator.query('update cell.epoch set number = number - 1');
    await administrator.end();
  }
}
