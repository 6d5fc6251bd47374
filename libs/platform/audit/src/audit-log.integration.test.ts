import { statement } from '@rapport/database';
import { databasesOfFile } from '@rapport/database/testing';
import { newId } from '@rapport/kernel';
import type { AuditEntry, AuditFilter } from '@rapport/kinds';
import { expect, test } from 'vitest';
import { audit } from './audit.ts';
import { encodeCursor } from './audit-cursor.ts';
import { AuditLog, auditStatement } from './audit-log.ts';
import type { ChangeActor, ChangeContext } from './change-context.ts';

const trace = { traceId: '0'.repeat(32), traceparent: '' };
const context = by({ kind: 'operator', name: 'ada' }, 'asked for by phone');
const databases = await databasesOfFile();

const owner = databases.connect('rapport_owner', { poolSize: 1, times: { postgresQueryMs: 60_000 } });
const log = new AuditLog(databases.connect('rapport_subscription_service'));

test('an entry says when who changed what and why, and an owner does not see which operator it was', async () => {
  const [tenantId, userId] = [newId(), newId()];
  await note(context, tenantId, 'tenant.suspended', { by: 1 });
  await note(by({ kind: 'user', name: userId }), tenantId, 'role.created');
  await note(by({ kind: 'system', name: 'keys' }), tenantId, 'tenant.deleted');
  const { data, hasMore, nextCursor } = await log.list(context, { tenantId }, { pageSize: 50 });
  const common = { tenantId, subject: 'a subject', traceId: trace.traceId, reason: null, details: {} };
  const at = { occurredOnUtc: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/) as string };
  const suspended = { ...common, ...at, event: 'tenant.suspended', details: { by: 1 } };
  const others = [
    { ...common, ...at, event: 'tenant.deleted', actor: 'system' },
    { ...common, ...at, event: 'role.created', actor: `user:${userId}` },
  ];
  expect(data).toEqual([...others, { ...suspended, actor: 'operator:ada', reason: 'asked for by phone' }]);
  expect([hasMore, nextCursor]).toEqual([false, null]);
  const shown = await log.listToOwner(context, tenantId, { pageSize: 50 });
  expect(shown.data).toEqual([...others, { ...suspended, actor: 'operator', reason: 'asked for by phone' }]);
});

test('pages give every entry once, also where they have one time, and what is noted meanwhile is on none of them', async () => {
  const tenantId = newId();
  for (const n of Array.from({ length: 7 }).keys()) {
    await note(context, tenantId, `event.${n}`);
  }
  await owner.control.query(context, oneTime.with({ tenantId }));
  const seen: AuditEntry[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await log.list(context, { tenantId }, { cursor, pageSize: 3 });
    expect(page.hasMore).toBe(page.nextCursor !== null);
    seen.push(...page.data);
    cursor = page.nextCursor;
    await note(context, tenantId, 'meanwhile');
  }
  expect(seen.map(({ event }) => event).toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6].map((n) => `event.${n}`));
});

test('a cursor is good for the filters of its list alone, and no other text is one', async () => {
  const tenantId = newId();
  await note(context, tenantId, 'one');
  await note(context, tenantId, 'two');
  const { nextCursor } = await log.list(context, { tenantId }, { pageSize: 1 });
  const cursor = nextCursor ?? expect.fail('there is no next page');
  const past = Buffer.from(JSON.stringify(['x', '2026-01-01T00:00:00.000000Z', tenantId])).toString('base64url');
  const refused: [AuditFilter, string][] = [
    [{ tenantId: newId() }, cursor],
    [{ tenantId, event: 'one' }, cursor],
    [{}, cursor],
    [{ tenantId }, `x${cursor}`],
    [{ tenantId }, past],
    ...['0000-01-01', '2026-02-31'].map((day): [AuditFilter, string] => [
      { tenantId },
      encodeCursor({ at: `${day}T00:00:00.000000Z`, id: tenantId }, [tenantId, null, null, null, null]),
    ]),
    [{ tenantId }, 'bnVsbA'],
    [{ tenantId }, ''],
  ];
  for (const [filter, sent] of refused) {
    await expect(log.list(context, filter, { cursor: sent, pageSize: 1 })).rejects.toMatchObject({
      code: 'invalid_cursor',
    });
  }
  expect((await log.list(context, { tenantId }, { cursor, pageSize: 1 })).data).toMatchObject([{ event: 'one' }]);
});

test('the months of the audit are made ahead, and dropped thirteen months after they ended', async () => {
  const months = async (): Promise<string[]> =>
    (await owner.control.query<{ month: string }>(context, listMonths)).map(({ month }) => month);
  expect(await months()).toHaveLength(4);
  await owner.control
    .transaction(context, async (sql) => {
      await sql.query(context, tendAt.with({ at: '2040-01-15' }));
      const left = (await sql.query<{ month: string }>(context, listMonths)).map(({ month }) => month);
      expect(left).toEqual(['audit_2039_12', 'audit_2040_01', 'audit_2040_02', 'audit_2040_03']);
      await sql.query(context, tendAt.with({ at: '2041-01-15' }));
      expect((await sql.query<{ month: string }>(context, listMonths)).map(({ month }) => month)).toContain(
        'audit_2039_12',
      );
      await sql.query(context, tendAt.with({ at: '2041-02-15' }));
      expect((await sql.query<{ month: string }>(context, listMonths)).map(({ month }) => month)).not.toContain(
        'audit_2039_12',
      );
      throw new Error('undone');
    })
    .catch((error: unknown) => expect(error).toMatchObject({ message: 'undone' }));
});

test('each way into the audit walks along an index, however many entries there are', async () => {
  await owner.control.query(context, fill);
  await owner.control.query(context, statement('t_analyse', 'analyze control.audit'));
  const session = await databases.planSession('control', 'rapport_subscription_service');
  const tenantId = '00000000-0000-7000-8000-000000000007';
  const [from, to] = ['2020-01-01T00:00:00Z', '2100-01-01T00:00:00Z'];
  const filters: AuditFilter[] = [
    {},
    { tenantId },
    { actor: 'operator:rare' },
    { actor: 'system' },
    { event: 'rare.event' },
    { from, to },
    { tenantId, from, to },
  ];
  for (const [index, filter] of filters.entries()) {
    const sent = auditStatement(filter, { pageSize: 20 }, []);
    const named = { ...sent, statement: { ...sent.statement, name: `audit_list_${index}` } };
    const plan = await session.measure(named, null);
    expect(plan.readings, JSON.stringify(filter)).not.toContainEqual(expect.stringMatching(/^all of/));
    expect(plan.rows, JSON.stringify(filter)).toBeLessThan(60);
  }
});

function by(actor: ChangeActor, reason?: string): ChangeContext {
  return { trace, actor, reason };
}

async function note(change: ChangeContext, tenantId: string, event: string, details = {}): Promise<void> {
  await audit(change, owner.control, tenantId, event, 'a subject', details);
}

const oneTime = statement('t_one_time', 'update control.audit set at = now() where tenant_id = :tenantId');
const tendAt = statement('t_tend_at', `select control.tend_months_at('audit', :at::timestamptz)`);
const listMonths = statement(
  't_months',
  `select pg_class.relname as month from pg_inherits join pg_class on pg_class.oid = pg_inherits.inhrelid
where pg_inherits.inhparent = 'control.audit'::regclass order by 1`,
);

/** 60,000 entries of 300 tenants in this month and the one before; of 3,000 each one is rare. */
const fill = statement(
  't_fill',
  `insert into control.audit (id, at, tenant_id, actor_kind, actor, event, subject, trace_id)
select uuidv7(), date_trunc('month', now()) - interval '1 month' + n * interval '30 seconds',
  ('00000000-0000-7000-8000-' || lpad((n % 300)::text, 12, '0'))::uuid,
  case n % 10 when 0 then 'system' when 1 then 'operator' else 'user' end,
  case n % 3000 when 1 then 'rare' else 'x' || n % 50 end,
  case n % 3000 when 2 then 'rare.event' else 'event.' || n % 20 end, 'x', 'x'
from generate_series(1, 60000) n`,
);
