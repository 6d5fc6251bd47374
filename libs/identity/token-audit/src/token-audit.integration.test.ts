import { createHash } from 'node:crypto';
import { seedClient, type SeededClient } from '@rapport/admission/testing';
import { statement, type Database } from '@rapport/database';
import { databasesOfFile, Tap } from '@rapport/database/testing';
import { newId, type CallContext } from '@rapport/kernel';
import { startTelemetry, type Telemetry } from '@rapport/telemetry';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { TokenAuditStore, type TokenAuditEntry } from './token-audit-store.ts';
import { TokenAuditWriter } from './token-audit-writer.ts';
import { TokenAudit } from './token-audit.ts';
import type { Requester } from './requester.ts';

const context: CallContext = { trace: { traceId: '0'.repeat(32), traceparent: '' } };
const times = { postgresQueryMs: 1_000 };

const databases = databasesOfFile();
let owner: Database;
let client: SeededClient;
let telemetry: Telemetry;
let tap: Tap;
let audit: TokenAudit;
let writer: TokenAuditWriter;

beforeAll(async () => {
  owner = databases.connect('rapport_owner');
});
beforeEach(async () => {
  client = await seedClient(context, owner.control, `rpt_client_${newId().replaceAll('-', '').slice(0, 26)}`);
  tap = await Tap.open(databases.url('control', 'rapport_token_service'));
  await newWriter();
});
afterEach(async () => {
  await writer.stop();
  await tap.close();
});

describe('an issue', () => {
  test('an issued token is a row with everything but its text, half a second later', async () => {
    const token = { jti: newId(), text: 'header.payload.signature' };
    const secretId = await newSecretRow();
    audit.issued(context, requesterOf({ secretId }), token);
    expect(await entries(1)).toEqual([
      {
        atUtc: expect.stringMatching(/^20\d\d-.*Z$/) as unknown,
        event: 'token.issued',
        count: 1,
        reason: null,
        secretId,
        runAsUserId: null,
        actor: client.clientId,
        ip: '192.0.2.1',
        userAgent: 'tests/1.0',
        jti: token.jti,
        tokenDigest: createHash('sha256').update(token.text).digest('base64'),
        traceId: context.trace.traceId,
      },
    ]);
    await vi.waitFor(async () => expect(await lastUse(secretId)).toBeLessThan(60_000), { timeout: 10_000 });
  });

  test('the row of an issued token holds nothing that looks like a credential, and at most 200 characters of a user agent', async () => {
    const userAgent = `curl/8 rpt_live_${'a'.repeat(49)} ${'very long '.repeat(50)}`;
    audit.issued(context, requesterOf({ caller: { address: '192.0.2.1', userAgent } }), newToken());
    const [entry] = await entries(1);
    expect(entry?.userAgent).toMatch(/^curl\/8 \[hidden\] very long /);
    expect(entry?.userAgent).toHaveLength(200);
  });

  test('many issued tokens are written in batches, and no row is lost or written twice', async () => {
    const tokens = Array.from({ length: 1_201 }, newToken);
    for (const token of tokens) {
      audit.issued(context, requesterOf(), token);
    }
    await written(tokens.length);
    const [row] = await owner.control.query<{ rows: number; jtis: number }>(context, countRows, [client.clientId]);
    expect(row).toEqual({ rows: tokens.length, jtis: tokens.length });
  });

  test('an issued token is dated by the clock of PostgreSQL, wherever the clock of this process stands', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
    try {
      await newWriter();
      await vi.waitFor(() => expect(Math.abs(audit.clock.now() - Date.now())).toBeGreaterThan(3_000_000), {
        timeout: 10_000,
      });
      audit.issued(context, requesterOf(), newToken());
      const [entry] = await entries(1);
      expect(Math.abs(Date.parse(entry?.atUtc ?? '') - Date.now())).toBeGreaterThan(3_000_000);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('refusals', () => {
  test('refusals are one row for each reason, client, address and minute, with a count', async () => {
    holdMinute(audit);
    for (let n = 0; n < 30; n += 1) {
      audit.denied(context, requesterOf(), 'bad_secret');
      audit.denied(context, requesterOf({ caller: { address: '192.0.2.2', userAgent: undefined } }), 'bad_secret');
      audit.rateLimited(context, requesterOf());
    }
    await entries(3);
    audit.denied(context, requesterOf(), 'bad_secret');
    audit.denied(context, requesterOf(), 'disabled');
    await vi.waitFor(
      async () => {
        const rows = (await entries(4)).map(({ event, reason, ip, count }) => [event, reason, ip, count].join(' '));
        expect(rows.toSorted()).toEqual([
          'token.denied bad_secret 192.0.2.1 31',
          'token.denied bad_secret 192.0.2.2 30',
          'token.denied disabled 192.0.2.1 1',
          'token.rate_limited  192.0.2.1 30',
        ]);
      },
      { timeout: 10_000 },
    );
  });

  test('the refusals of two processes are counted together', async () => {
    const other = new TokenAudit(telemetry.metrics);
    holdMinute(audit, other);
    const otherWriter = new TokenAuditWriter(
      other,
      new TokenAuditStore(),
      databases.connect('rapport_token_service'),
      telemetry,
    );
    otherWriter.start();
    audit.denied(context, requesterOf(), 'bad_secret');
    await entries(1);
    other.denied(context, requesterOf(), 'bad_secret');
    await otherWriter.stop();
    expect((await entries(1)).map(({ count }) => count)).toEqual([2]);
  });

  test('refusals from more addresses than a minute may have are counted by their client', async () => {
    holdMinute(audit);
    for (let n = 0; n < 1_500; n += 1) {
      audit.denied(context, requesterOf({ caller: { address: `192.0.2.${n}`, userAgent: undefined } }), 'bad_secret');
    }
    expect(audit.refusals.size).toBe(1_001);
    expect(audit.droppedRows).toBe(0);
    await written(1_001);
    const [rest] = await owner.control.query<{ count: number }>(context, countAnywhere, [client.clientId]);
    expect(rest?.count).toBe(500);
  });
});

describe('a use of a secret', () => {
  test('the use of a secret is noted at most once a minute, by however many processes', async () => {
    const secretId = await newSecretRow();
    audit.issued(context, requesterOf({ secretId }), newToken());
    await vi.waitFor(async () => expect(await lastUse(secretId)).toBeLessThan(60_000), { timeout: 10_000 });
    const [first] = await owner.control.query<{ used: string }>(context, findUse, [secretId]);
    await newWriter();
    audit.issued(context, requesterOf({ secretId }), newToken());
    await entries(2);
    expect(await owner.control.query(context, findUse, [secretId])).toEqual([first]);
    await owner.control.query(context, ageUse, [secretId]);
    await newWriter();
    audit.issued(context, requesterOf({ secretId }), newToken());
    await vi.waitFor(async () => expect(await lastUse(secretId)).toBeLessThan(60_000), { timeout: 10_000 });
  });
});

describe('a database that is away', () => {
  test('a database that was away gets the rows that waited when it is back, and no request waited for it', async () => {
    tap.freeze();
    for (let n = 0; n < 100; n += 1) {
      audit.issued(context, requesterOf(), newToken());
      audit.denied(context, requesterOf(), 'bad_secret');
    }
    expect(audit.events.size).toBe(100);
    await vi.waitFor(async () => expect(await metric('token_audit_buffered_rows')).toBeGreaterThanOrEqual(101), {
      timeout: 10_000,
    });
    tap.thaw();
    await vi.waitFor(async () => {
      const [row] = await owner.control.query<{ rows: number; jtis: number }>(context, countRows, [client.clientId]);
      expect(row?.jtis).toBe(100);
    }, longWait);
    expect(audit.droppedRows).toBe(0);
  });

  test('a database that is away costs no more memory than the bound, and rows beyond the bound are counted as dropped', async () => {
    tap.freeze();
    for (let n = 0; n < 20_700; n += 1) {
      audit.issued(context, requesterOf(), { jti: newId(), text: '' });
    }
    await vi.waitFor(() => expect(audit.droppedRows).toBe(700), { timeout: 10_000 });
    expect(await metric('token_audit_dropped_total')).toBe(700);
    tap.thaw();
  });

  test('a process that ends writes the rows that wait if the database is back, and does not wait for a database that is away', async () => {
    audit.issued(context, requesterOf(), newToken());
    await writer.stop();
    expect(await entries(1)).toHaveLength(1);
    await newWriter();
    tap.freeze();
    audit.issued(context, requesterOf(), newToken());
    const start = performance.now();
    await writer.stop();
    expect(performance.now() - start).toBeLessThan(20_000);
    expect(audit.droppedRows).toBe(1);
    tap.thaw();
  });
});

describe('partitions', () => {
  test('partitions are made ahead, and partitions that ended 13 months ago are dropped', async () => {
    // A writer tends as of today.
    await writer.stop();
    await tendAsOf('2090-01-31 23:59:59+00');
    expect(await partitions()).toEqual(expect.arrayContaining(['2089_12', '2090_01', '2090_02', '2090_03']));
    await tendAsOf('2090-02-01 00:00:00+00');
    expect(await partitions()).toEqual(['2089_12', '2090_01', '2090_02', '2090_03', '2090_04']);
    await tendAsOf('2091-02-28 12:00:00+00');
    expect((await partitions())[0]).toBe('2090_01');
    await tendAsOf('2091-03-01 00:00:00+00');
    expect((await partitions())[0]).toBe('2090_02');
  });

  test('missing partitions are made before any row is written, and again if they go, also by a role that owns no table', async () => {
    await writer.stop();
    await owner.control.query(context, dropAll);
    await newWriter();
    await vi.waitFor(async () => expect(await partitions()).toHaveLength(4), longWait);
    // A writer that has written a row has tended them for an hour ahead, so only a refused row brings them back.
    audit.issued(context, requesterOf(), newToken());
    await written(1);
    await owner.control.query(context, dropAll);
    expect(await partitions()).toEqual([]);
    audit.issued(context, requesterOf(), newToken());
    await written(2);
    expect(await partitions()).toHaveLength(4);
    expect(audit.droppedRows).toBe(0);
  });

  test('partitions are read from the newest on, and only as many as are needed', async () => {
    const plan = await owner.control.query<Record<string, string>>(context, explain);
    const text = plan.map((row) => Object.values(row)[0]).join('\n');
    expect(text).not.toMatch(/Sort|Seq Scan/);
  });

  test('the role of the service cannot tend partitions as of another time', async () => {
    const service = databases.connect('rapport_token_service');
    await expect(service.control.query(context, tendAt, ['2040-01-01'])).rejects.toThrow('permission denied');
    await expect(service.control.query(context, readAll)).rejects.toThrow('permission denied');
  });
});

async function newWriter(): Promise<void> {
  await writer?.stop();
  telemetry = await startTelemetry({ service: 'test', instance: 1, sampleRatio: 0, logLevel: 'silent' });
  audit = new TokenAudit(telemetry.metrics);
  const database = databases.connect('rapport_token_service', { controlUrl: tap.url, times });
  writer = new TokenAuditWriter(audit, new TokenAuditStore(), database, telemetry);
  writer.start();
}

function requesterOf(more: Partial<Requester> = {}): Requester {
  const caller = { address: '192.0.2.1', userAgent: 'tests/1.0' };
  return { caller, clientId: client.clientId, state: undefined, ...more };
}

function newToken(): { jti: string; text: string } {
  return { jti: newId(), text: newId() };
}

/** The entries of the client, as soon as there are so many. */
async function entries(count: number): Promise<TokenAuditEntry[]> {
  return vi.waitFor(async () => {
    const found = await new TokenAuditStore().newest(context, owner.control, client.clientId, 200);
    expect(found).toHaveLength(count);
    return found;
  }, longWait);
}

async function written(rows: number): Promise<void> {
  await vi.waitFor(async () => expect(await metric('token_audit_rows_total')).toBe(rows), longWait);
}

async function metric(name: string): Promise<number> {
  const text = await telemetry.metrics.text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

/** Lets the clocks go on within one minute, because refusals are counted by the minute. */
function holdMinute(...audits: TokenAudit[]): void {
  let now = Math.floor(Date.now() / 60_000) * 60_000;
  for (const { clock } of audits) {
    vi.spyOn(clock, 'now').mockImplementation(() => (now += 1));
  }
}

async function newSecretRow(): Promise<string> {
  const id = newId();
  await owner.control.query(context, insertSecret, [id, client.id]);
  return id;
}

async function lastUse(secretId: string): Promise<number | undefined> {
  const [row] = await owner.control.query<{ agoMs: number | null }>(context, findUseAgo, [secretId]);
  return row?.agoMs ?? undefined;
}

async function tendAsOf(time: string): Promise<void> {
  await owner.control.query(context, tendAt, [time]);
}

async function partitions(): Promise<string[]> {
  const rows = await owner.control.query<{ month: string }>(context, listPartitions);
  return rows.map(({ month }) => month);
}

const longWait = { timeout: 10_000 };

const countRows = statement(
  'count_rows',
  `select count(*)::int as rows, count(distinct id) filter (where event = 'token.issued')::int as jtis
    from control.token_audit where client_id = $1`,
);
const countAnywhere = statement(
  'count_anywhere',
  `select coalesce(sum(count), 0)::int as count from control.token_audit where client_id = $1 and ip is null
    and reason = 'bad_secret'`,
);
const insertSecret = statement(
  'audit_test_secret',
  `insert into control.api_client_secret (id, api_client_id, digest, pepper_kid, hint)
    values ($1, $2, decode(md5($1::uuid::text), 'hex'), 'p', '')`,
);
const findUse = statement('find_use', `select last_used_on as used from control.api_client_secret where id = $1`);
const findUseAgo = statement(
  'find_use_ago',
  `select (extract(epoch from clock_timestamp() - last_used_on) * 1000)::float8 as "agoMs"
    from control.api_client_secret where id = $1`,
);
const ageUse = statement(
  'age_use',
  `update control.api_client_secret set last_used_on = last_used_on - interval '70 seconds' where id = $1`,
);
const tendAt = statement('tend_at', `select control.tend_months_at('token_audit', $1::timestamptz)`);
const readAll = statement('read_all', `select * from control.token_audit`);
const listPartitions = statement(
  'list_partitions',
  `select right(pg_class.relname, 7) as month from pg_inherits join pg_class on pg_class.oid = pg_inherits.inhrelid
where pg_inherits.inhparent = 'control.token_audit'::regclass order by 1`,
);
const dropAll = statement(
  'drop_all',
  `do $$ declare month regclass; begin
  for month in select inhrelid::regclass from pg_inherits where inhparent = 'control.token_audit'::regclass loop
    execute 'drop table ' || month;
  end loop;
end $$`,
);
const explain = statement(
  'explain_audit',
  `explain select * from control.token_audit where client_id = 'x' order by at desc limit 50`,
);
