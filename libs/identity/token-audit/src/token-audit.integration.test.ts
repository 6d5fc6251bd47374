import { createHash } from 'node:crypto';
import type { SeededClient } from '@rapport/admission/testing';
import { statement } from '@rapport/database';
import { databasesOfFile, Tap } from '@rapport/database/testing';
import { newId, type CallContext } from '@rapport/kernel';
import type { TokenAuditEntry } from '@rapport/kinds';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Requester } from './requester.ts';
import { AuditingProcess, newClient, newSecret, newToken, requesterOf } from './testing/auditing-process.ts';
import { TokenAuditStore } from './token-audit-store.ts';
import type { TokenAudit } from './token-audit.ts';

const context: CallContext = { trace: { traceId: '0'.repeat(32), traceparent: '' } };

const databases = await databasesOfFile();
let client: SeededClient;
let tap: Tap;
let running: AuditingProcess;
let audit: TokenAudit;

const owner = databases.connect('rapport_owner');
beforeEach(async () => {
  client = await newClient(context, owner.control);
  tap = await Tap.open(databases.url('control', 'rapport_token_service'));
  await newWriter();
});
afterEach(async () => {
  await running.stop();
  await tap.close();
});

describe('an issue', () => {
  test('an issued token is a row with everything but its text, half a second later', async () => {
    const token = { jti: newId(), text: 'header.payload.signature' };
    const secretId = await newSecret(context, owner.control, client);
    audit.issued(context, requesterOf(client, { secretId }), token);
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
    await vi.waitFor(async () => expect(await lastUse(secretId)).toBeLessThan(60_000), longWait);
  });

  test('the row of an issued token holds nothing that looks like a credential, and at most 200 characters of a user agent', async () => {
    const userAgent = `curl/8 rpt_live_${'a'.repeat(49)} ${'very long '.repeat(50)}`;
    audit.issued(context, requesterOf(client, { caller: { address: '192.0.2.1', userAgent } }), newToken());
    const [entry] = await entries(1);
    expect(entry?.userAgent).toMatch(/^curl\/8 \[hidden\] very long /);
    expect(entry?.userAgent).toHaveLength(200);
  });

  test('many issued tokens are written in batches, and no row is lost or written twice', async () => {
    const tokens = Array.from({ length: 1_201 }, newToken);
    for (const token of tokens) {
      audit.issued(context, requesterOf(client), token);
    }
    await running.written(tokens.length);
    const [row] = await owner.control.query<{ rows: number; jtis: number }>(context, countRows.with(client));
    expect(row).toEqual({ rows: tokens.length, jtis: tokens.length });
  });

  test('an issued token is dated by the clock of PostgreSQL, wherever the clock of this process stands', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
    try {
      await newWriter();
      await vi.waitFor(() => expect(Math.abs(audit.clock.now() - Date.now())).toBeGreaterThan(3_000_000), longWait);
      audit.issued(context, requesterOf(client), newToken());
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
      audit.denied(context, requesterOf(client), 'bad_secret');
      audit.denied(context, requesterAt('192.0.2.2'), 'bad_secret');
      audit.rateLimited(context, requesterOf(client));
    }
    await entries(3);
    audit.denied(context, requesterOf(client), 'bad_secret');
    audit.denied(context, requesterOf(client), 'disabled');
    await vi.waitFor(async () => {
      const rows = (await entries(4)).map(({ event, reason, ip, count }) => [event, reason, ip, count].join(' '));
      expect(rows.toSorted()).toEqual([
        'token.denied bad_secret 192.0.2.1 31',
        'token.denied bad_secret 192.0.2.2 30',
        'token.denied disabled 192.0.2.1 1',
        'token.rate_limited  192.0.2.1 30',
      ]);
    }, longWait);
  });

  test('the refusals of two processes are counted together', async () => {
    const other = await AuditingProcess.start(databases.connect('rapport_token_service'));
    holdMinute(audit, other.audit);
    audit.denied(context, requesterOf(client), 'bad_secret');
    await entries(1);
    other.audit.denied(context, requesterOf(client), 'bad_secret');
    await other.stop();
    expect((await entries(1)).map(({ count }) => count)).toEqual([2]);
  });

  test('refusals from more addresses than a minute may have are counted by their client', async () => {
    holdMinute(audit);
    for (let n = 0; n < 1_500; n += 1) {
      audit.denied(context, requesterAt(`192.0.2.${n}`), 'bad_secret');
    }
    expect(audit.refusals.size).toBe(1_001);
    expect(audit.droppedRows).toBe(0);
    await running.written(1_001);
    const [rest] = await owner.control.query<{ count: number }>(context, countAnywhere.with(client));
    expect(rest?.count).toBe(500);
  });
});

describe('a use of a secret', () => {
  test('the use of a secret is noted at most once a minute, by however many processes', async () => {
    const secretId = await newSecret(context, owner.control, client);
    audit.issued(context, requesterOf(client, { secretId }), newToken());
    await vi.waitFor(async () => expect(await lastUse(secretId)).toBeLessThan(60_000), longWait);
    const [first] = await owner.control.query<{ used: string }>(context, findUse.with({ secretId }));
    await newWriter();
    audit.issued(context, requesterOf(client, { secretId }), newToken());
    await entries(2);
    expect(await owner.control.query(context, findUse.with({ secretId }))).toEqual([first]);
    await owner.control.query(context, ageUse.with({ secretId }));
    await newWriter();
    audit.issued(context, requesterOf(client, { secretId }), newToken());
    await vi.waitFor(async () => expect(await lastUse(secretId)).toBeLessThan(60_000), longWait);
  });
});

describe('a database that is away', () => {
  test('a database that was away gets the rows that waited when it is back, and no request waited for it', async () => {
    tap.freeze();
    for (let n = 0; n < 100; n += 1) {
      audit.issued(context, requesterOf(client), newToken());
      audit.denied(context, requesterOf(client), 'bad_secret');
    }
    expect(audit.events.size).toBe(100);
    await expect.poll(() => running.metric('token_audit_buffered_rows'), longWait).toBeGreaterThanOrEqual(101);
    tap.thaw();
    await vi.waitFor(async () => {
      const [row] = await owner.control.query<{ rows: number; jtis: number }>(context, countRows.with(client));
      expect(row?.jtis).toBe(100);
    }, longWait);
    expect(audit.droppedRows).toBe(0);
  });

  test('a database that is away costs no more memory than the bound, and rows beyond the bound are counted as dropped', async () => {
    tap.freeze();
    for (let n = 0; n < 20_700; n += 1) {
      audit.issued(context, requesterOf(client), { jti: newId(), text: '' });
    }
    await vi.waitFor(() => expect(audit.droppedRows).toBe(700), longWait);
    expect(await running.metric('token_audit_dropped_total')).toBe(700);
    tap.thaw();
  });

  test('a process that ends writes the rows that wait if the database is back, and does not wait for a database that is away', async () => {
    audit.issued(context, requesterOf(client), newToken());
    await running.stop();
    expect(await entries(1)).toHaveLength(1);
    await newWriter();
    tap.freeze();
    audit.issued(context, requesterOf(client), newToken());
    const start = performance.now();
    await running.stop();
    expect(performance.now() - start).toBeLessThan(20_000);
    expect(audit.droppedRows).toBe(1);
    tap.thaw();
  });
});

function requesterAt(address: string): Requester {
  return requesterOf(client, { caller: { address, userAgent: undefined } });
}

async function newWriter(): Promise<void> {
  await running?.stop();
  running = await AuditingProcess.start(
    databases.connect('rapport_token_service', { controlUrl: tap.url, times: { postgresQueryMs: 1_000 } }),
  );
  ({ audit } = running);
}

/** The entries of the client, as soon as there are so many. */
async function entries(count: number): Promise<TokenAuditEntry[]> {
  return vi.waitFor(async () => {
    const found = await new TokenAuditStore().newest(context, owner.control, client.clientId, 200);
    expect(found).toHaveLength(count);
    return found;
  }, longWait);
}

/** Lets the clocks go on within one minute, because refusals are counted by the minute. */
function holdMinute(...audits: TokenAudit[]): void {
  let now = Math.floor(Date.now() / 60_000) * 60_000;
  for (const { clock } of audits) {
    vi.spyOn(clock, 'now').mockImplementation(() => (now += 1));
  }
}

async function lastUse(secretId: string): Promise<number | undefined> {
  const [row] = await owner.control.query<{ agoMs: number | null }>(context, findUseAgo.with({ secretId }));
  return row?.agoMs ?? undefined;
}

const longWait = { timeout: 10_000 };

const countRows = statement(
  'count_rows',
  `select count(*)::int as rows, count(distinct id) filter (where event = 'token.issued')::int as jtis
    from control.token_audit where client_id = :clientId`,
);
const countAnywhere = statement(
  'count_anywhere',
  `select coalesce(sum(count), 0)::int as count from control.token_audit where client_id = :clientId and ip is null
    and reason = 'bad_secret'`,
);
const findUse = statement(
  'find_use',
  `select last_used_on as used from control.api_client_secret where id = :secretId`,
);
const findUseAgo = statement(
  'find_use_ago',
  `select (extract(epoch from clock_timestamp() - last_used_on) * 1000)::float8 as "agoMs"
    from control.api_client_secret where id = :secretId`,
);
const ageUse = statement(
  'age_use',
  `update control.api_client_secret set last_used_on = last_used_on - interval '70 seconds' where id = :secretId`,
);
