import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { PrivateAuthority, startPostgres, type IssuedCertificate, type LocalServer } from '@rapport/local-servers';
import { Metrics } from '@rapport/telemetry';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Database, type DatabaseOptions } from '../database.ts';
import { statement } from '../statements/statement.ts';
import { Tap } from '../testing/index.ts';

const context = { trace: { traceId: 'test', traceparent: '' } };
const host = '127.0.0.1';
const one = statement('one', 'select 1 as n');
const backend = statement('backend', 'select pg_backend_pid() as pid');
const isEncrypted = statement('is_encrypted', 'select ssl from pg_stat_ssl where pid = pg_backend_pid()');
const known = getCACertificates();
const lines: { readonly error?: unknown; readonly message: string }[] = [];
const warn = ({ error }: { error?: unknown }, message: string): void => void lines.push({ error, message });
const ignore = (): void => undefined;

let folder: string;
let authority: PrivateAuthority;
let stranger: PrivateAuthority;
let server: LocalServer;
let administrator: Database;
let metrics: Metrics;
const opened: Database[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapport-encrypted-'));
  [authority, stranger] = [await PrivateAuthority.make(), await PrivateAuthority.make()];
  await serveWith(await authority.issue({ host }));
  administrator = new Database({ controlUrl: server.url, cells: {} });
  await administrator.control.query(context, statement('make_role', `create role app login password 'words'`));
  await administrator.control.query(context, statement('make_table', 'create table public.kept (n int)'));
  await administrator.control.query(context, statement('grant_table', 'grant all on public.kept to app'));
  setDefaultCACertificates([...known, authority.certificate]);
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()));
  lines.length = 0;
});
afterAll(async () => {
  setDefaultCACertificates(known);
  await administrator.close();
  await server.stop();
  await Promise.all([authority.end(), stranger.end()]);
  await rm(folder, { recursive: true, force: true });
});

/** The server comes back at its port with the certificate. */
async function serveWith(certificate: IssuedCertificate): Promise<void> {
  const port = (server as LocalServer | undefined)?.port;
  await (server as LocalServer | undefined)?.stop();
  server = await startPostgres({ dataDir: folder, durable: false, certificate, ...(port ? { port } : {}) });
}

function connect(parameters: string, target = server.url, options: Partial<DatabaseOptions> = {}): Database {
  const url = new URL(target);
  [url.username, url.password, url.pathname, url.search] = ['app', 'words', 'postgres', parameters];
  metrics = new Metrics();
  const database = new Database({
    controlUrl: url.href,
    cells: { cell: url.href },
    poolSize: 1,
    metrics,
    logger: { debug: ignore, info: ignore, warn, error: ignore },
    ...options,
    times: { postgresConnectMs: 10_000, ...options.times },
  });
  opened.push(database);
  return database;
}

describe.each([
  ['in the clear', '', false],
  ['over TLS of a private authority', 'sslmode=verify-full', true],
])('%s', (_, parameters, ssl) => {
  test('values of all types arrive', async () => {
    const typed = statement(
      'typed',
      `select :safe::bigint as "safe", 9007199254740993 as "beyond", true as "yes", '{"a":1}'::jsonb as "json",
        array['a', null] as texts, timestamptz '2026-01-31 09:30:00.1234+00' as at, 1.10::numeric as amount,
        :text::text as text, null as nothing`,
    );
    const sql = connect(parameters).control;
    expect(await sql.query(context, isEncrypted)).toEqual([{ ssl }]);
    expect(await sql.query(context, typed.with({ safe: '12', text: 'Örnek, 日本' }))).toEqual([
      {
        ...{ safe: 12, beyond: '9007199254740993', yes: true, json: { a: 1 }, texts: ['a', null] },
        ...{ at: '2026-01-31 09:30:00.1234+00', amount: '1.10', text: 'Örnek, 日本', nothing: null },
      },
    ]);
  });

  test('many rows, rows and parameters that are longer than a record of TLS arrive whole and in order', async () => {
    const numbers = statement('numbers', 'select n, md5(n::text) as hash from generate_series(1, :count) n');
    const long = statement('long', `select n, repeat(n || 'é', 200000) as text from generate_series(1, :count) n`);
    const echo = statement('echo', 'select :text::text as text');
    const sql = connect(parameters).control;
    const many = await sql.query<{ n: number; hash: string }>(context, numbers.with({ count: 10_000 }));
    expect(many.map(({ n }) => n)).toEqual(Array.from({ length: 10_000 }, (_none, index) => index + 1));
    expect(new Set(many.map(({ hash }) => hash)).size).toBe(10_000);
    const longRows = await sql.query<{ n: number; text: string }>(context, long.with({ count: 9 }));
    expect(longRows.every(({ n, text }) => text === `${n}é`.repeat(200_000))).toBe(true);
    expect(longRows).toHaveLength(9);
    const text = 'ü'.repeat(1_000_000);
    expect(await sql.query(context, echo.with({ text }))).toEqual([{ text }]);
  });

  test('statements that are sent at once are done together or not at all, and the connection serves on', async () => {
    const insert = statement('insert_kept', 'insert into public.kept values (:n) returning n');
    const divide = statement('divide', 'select 1 / :n::int as n');
    const kept = statement('kept', 'delete from public.kept returning n');
    const cell = connect(parameters).cell('cell');
    const call = (which: typeof insert, n: number) => ({ tenantNumber: 1, ...which.with({ n }) });
    const [pid] = await cell.query(context, backend);
    const numbers = Array.from({ length: 50 }, (_none, index) => index);
    const answers = await cell.together(
      context,
      numbers.map((n) => call(insert, n)),
    );
    expect(answers.flat(2)).toEqual(numbers.map(String));
    expect(await cell.query(context, kept)).toHaveLength(50);
    const failing = [call(insert, 1), call(divide, 0), call(insert, 2)];
    await expect(cell.together(context, failing)).rejects.toMatchObject({ code: '22012' });
    expect(await cell.query(context, kept)).toEqual([]);
    expect(await cell.query(context, backend)).toEqual([pid]);
  });

  test('a server that freezes, and a connection that breaks, cost the statement under way and no later one', async () => {
    const tap = await Tap.open(server.url);
    const sql = connect(parameters, tap.url, { times: { postgresQueryMs: 500 } }).control;
    const sleep = statement('sleep', 'select pg_sleep(60)');
    await sql.query(context, one);
    tap.freeze();
    await expect(sql.query(context, one)).rejects.toMatchObject({ code: 'service_unavailable' });
    tap.thaw();
    expect(await sql.query(context, one)).toEqual([{ n: 1 }]);
    const broken = sql.query(context, sleep);
    tap.cut();
    await expect(broken).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await sql.query(context, one)).toEqual([{ n: 1 }]);
    expect(await metrics.text()).toContain('reason="deadline"} 1');
    await tap.close();
  });
});

describe('what the server refuses, or has wrong, is said once until it changes, counted, and over without a restart', () => {
  const unavailable = { code: 'service_unavailable' };

  /** Several statements, none of which is served. */
  async function refused(sql: Database['control']): Promise<void> {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await expect(sql.query(context, one)).rejects.toMatchObject(unavailable);
    }
  }

  test('the certificate', async () => {
    const { control } = connect('sslmode=verify-full');
    for (const wrong of [
      await stranger.issue({ host }),
      await authority.issue({ host: 'other.example' }),
      await authority.issue({ host, days: -1 }),
    ]) {
      await serveWith(wrong);
      await refused(control);
    }
    expect(lines).toMatchObject(
      ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'ERR_TLS_CERT_ALTNAME_INVALID', 'CERT_HAS_EXPIRED'].map((code) => ({
        message: 'the database takes no connection',
        error: { cause: { code } },
      })),
    );
    expect(await metrics.text()).toContain('database_unavailable_total{database="control",reason="connect"} 9');
    await serveWith(await authority.issue({ host }));
    expect(await control.query(context, isEncrypted)).toEqual([{ ssl: true }]);
  });

  test('the password, also while a connection from before serves', async () => {
    const { control } = connect('sslmode=verify-full', server.url, { poolSize: 2 });
    const slow = statement('slow', 'select 1 as n from pg_sleep(0.2)');
    const end = statement('end', `select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = 'app'`);
    const setPassword = (password: string) =>
      administrator.control.query(context, statement(`set_${password}`, `alter role app password '${password}'`));
    const endIdle = async () => {
      await administrator.control.query(context, end);
      await expect.poll(() => metrics.text()).toContain('{database="control",state="idle"} 0');
    };
    await control.query(context, one);
    await setPassword('others');
    expect(await Promise.all([control.query(context, slow), control.query(context, one)])).toHaveLength(2);
    expect(lines).toMatchObject([{ message: 'the database takes no connection', error: { cause: { code: '28P01' } } }]);
    expect(await metrics.text()).toMatch(/database_connections_refused_total\{database="control"\} [1-9]/);
    await endIdle();
    await refused(control);
    expect(lines).toHaveLength(1);
    expect(await metrics.text()).toContain('database_unavailable_total{database="control",reason="connect"} 3');
    await setPassword('words');
    expect(await control.query(context, one)).toEqual([{ n: 1 }]);
    await setPassword('others');
    await endIdle();
    await refused(control);
    expect(lines).toHaveLength(2);
    await setPassword('words');
  });
});
