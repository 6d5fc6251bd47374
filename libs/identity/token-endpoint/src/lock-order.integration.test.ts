import { ClientIds, CredentialKeys, Peppers } from '@rapport/api-clients';
import { statement, type Sql } from '@rapport/database';
import { databasesOfFile } from '@rapport/database/testing';
import type { CallContext } from '@rapport/kernel';
import { Metrics } from '@rapport/telemetry';
import { silent } from '@rapport/telemetry/testing';
import { TokenAuditStore, type AuditRow } from '@rapport/token-audit';
import { expect, test, vi } from 'vitest';

const context: CallContext = { trace: { traceId: '0'.repeat(32), traceparent: '' } };

const databases = await databasesOfFile();
const owner = databases.connect('rapport_owner');
const service = databases.connect('rapport_token_service');

test('two replicas that count the same refusals in different orders never wait for each other', async () => {
  const first = refusalOf('00000000-0000-4000-8000-000000000001');
  const second = refusalOf('00000000-0000-4000-8000-000000000002');
  await meanwhile(
    (sql, place) => new TokenAuditStore().count(context, sql, [place === 'before' ? first : second]),
    () => new TokenAuditStore().count(context, service.control, [second, first]),
  );
  expect(await owner.control.query(context, findCounts)).toEqual([{ count: 2 }, { count: 2 }]);
});

test('two services that name the same peppers in different orders never wait for each other', async () => {
  const key = Buffer.alloc(32, 1);
  const keysOf = (...kids: string[]) => new Peppers(new Map(kids.map((kid) => [kid, key])));
  const values = keysOf('a', 'b').checkValues();
  const keep = (sql: Sql, kid: string) => sql.query(context, keepValue.with({ kid, value: values.get(kid) }));
  await meanwhile(
    (sql, place) => keep(sql, place === 'before' ? 'a' : 'b'),
    () =>
      new CredentialKeys(service, keysOf('b', 'a'), new ClientIds(key), {
        metrics: new Metrics(),
        logger: silent,
      }).require(context),
  );
});

/** Starts the work between two steps of a transaction, whose end the work waits for. */
async function meanwhile(
  step: (sql: Sql, place: 'before' | 'after') => Promise<unknown>,
  work: () => Promise<void>,
): Promise<void> {
  let working: Promise<void> | undefined;
  await owner.control.transaction(context, async (sql) => {
    await step(sql, 'before');
    working = work();
    await vi.waitFor(async () => expect(await owner.control.query(context, findWaiting)).toHaveLength(1), {
      timeout: 10_000,
    });
    await step(sql, 'after');
  });
  await working;
}

function refusalOf(id: string): AuditRow {
  return { at: Date.now() - (Date.now() % 60_000), id, event: 'token.denied', traceId: '0', count: 1 };
}

const findCounts = statement('lock_test_counts', `select count from control.token_audit order by id`);
const keepValue = statement(
  'lock_test_keep',
  `insert into control.key_check (purpose, kid, value) values ('secrets', :kid, :value)
on conflict (purpose, kid) do update set value = excluded.value`,
);
const findWaiting = statement(
  'lock_test_waiting',
  `select pid from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
);
