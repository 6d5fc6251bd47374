import { PrivateAuthority } from '@rapport/local-servers';
import { Metrics } from '@rapport/telemetry';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { RedisAway } from './redis-away.ts';
import { Redis } from './redis.ts';
import { script } from './script.ts';
import { SecureRedis } from './testing/index.ts';

const context = { trace: { traceId: '0'.repeat(32), traceparent: '' } };
const echo = script('echo', 'return ARGV[1]');
const soon = { timeout: 20_000 };
const ignore = (): void => undefined;
let server: SecureRedis;
let metrics: Metrics;
let redis: Redis;
let warnings: { readonly error?: unknown }[];

beforeAll(async () => {
  server = await SecureRedis.start();
});
beforeEach(() => {
  [metrics, warnings] = [new Metrics(), []];
  const warn = (fields: { error?: unknown }): void => void warnings.push(fields);
  redis = new Redis({ url: server.url, metrics, logger: { debug: ignore, info: ignore, warn, error: ignore } });
});
afterEach(() => redis.close());
afterAll(() => server.end());

test('a wrong certificate is said once until it is another one, counted, and over once the server has a good one', async () => {
  const { authority } = server;
  const stranger = await PrivateAuthority.make();
  redis.start();
  await vi.waitFor(() => expect(redis.isAway).toBe(false), soon);
  for (const [code, certificate] of [
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', await stranger.issue({ host: '127.0.0.1' })],
    ['ERR_TLS_CERT_ALTNAME_INVALID', await authority.issue({ host: 'other.example' })],
    ['CERT_HAS_EXPIRED', await authority.issue({ host: '127.0.0.1', days: -1 })],
  ] as const) {
    await server.serveWith(certificate);
    await attempts(code);
  }
  await server.serveWith(await authority.issue({ host: '127.0.0.1' }));
  await vi.waitFor(() => expect(redis.isAway).toBe(false), soon);
  expect(await redis.run(context, echo, [], ['one'])).toBe('one');
  await stranger.end();
});

test('a wrong password is said once, counted, and over once the server knows it', async () => {
  await server.setPassword('others');
  redis.start();
  await attempts('WRONGPASS');
  await server.setPassword('password');
  await vi.waitFor(() => expect(redis.isAway).toBe(false), soon);
  expect(await redis.run(context, echo, [], ['one'])).toBe('one');
});

/** Several attempts to connect, which fail for the cause, with a single line about it. */
async function attempts(cause: string): Promise<void> {
  const about = () => warnings.filter(({ error }) => namesOf(error).includes(cause));
  await vi.waitFor(() => expect(about()).toHaveLength(1), soon);
  const before = await failures();
  await vi.waitFor(async () => expect(await failures()).toBeGreaterThan(before + 1), soon);
  expect(redis.isAway).toBe(true);
  await expect(redis.run(context, echo, [], ['one'])).rejects.toThrow(RedisAway);
  expect(about()).toHaveLength(1);
}

function namesOf(error: unknown): string {
  return error instanceof Error ? `${error.message} ${'code' in error ? String(error.code) : ''}` : '';
}

async function failures(): Promise<number> {
  return Number(/^redis_away_total\{reason="connection"\} (\d+)/m.exec(await metrics.text())?.[1] ?? 0);
}
