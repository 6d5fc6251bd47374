import { afterEach, describe, expect, test } from 'vitest';
import { ask, cleanUp, goneProcess, proxyBefore, replica, type Answer, type Proxy } from './testing/proxy.ts';

const page = 'http://localhost:5173';
const origins = ['http://localhost:8080', page];
const exposed = [
  'etag',
  'location',
  'retry-after',
  'ratelimit',
  'ratelimit-policy',
  'traceresponse',
  'idempotency-replayed',
  'rapport-ignored',
];

afterEach(cleanUp);

function preflight(proxy: Proxy, path: string, origin: string | string[] = page): Promise<Answer> {
  const headers = { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'if-match' };
  return ask(proxy, { method: 'OPTIONS', path, headers });
}

function names(header: string | undefined): string[] {
  return (header ?? '').toLowerCase().split(', ');
}

function expectSaid({ headers }: Answer): void {
  expect(headers['access-control-allow-origin']).toBe(page);
  expect(headers['access-control-allow-credentials']).toBeUndefined();
  expect(names(headers.vary)).toContain('origin');
  expect(names(headers['access-control-expose-headers'])).toEqual(exposed);
}

function expectNothingSaid({ headers }: Answer): void {
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
}

const called = [
  '/connect/token',
  '/connect/revocation',
  '/.well-known/openid-configuration',
  '/api/v1/customers',
  '/api/v1/user/me',
  '/subscription/v1/plans',
  '/openapi.json',
  '/docs/application/openapi.json',
];
const notCalled = ['/connect/authorize', '/connect/verify', '/connect/password', '/connect/introspect', '/', '/docsx'];

describe('a preflight', () => {
  test.each(called)(
    'of a listed origin at %s is answered by the edge, for a day and without credentials',
    async (path) => {
      const service = await replica((_, res) => res.end());
      const proxy = await proxyBefore([service], { origins });
      const answer = await preflight(proxy, path);
      expectSaid(answer);
      expect(answer).toMatchObject({ status: 204, body: '', headers: { 'access-control-max-age': '86400' } });
      expect(answer.headers.traceresponse).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
      expect(names(answer.headers['access-control-allow-methods'])).toEqual(
        expect.arrayContaining(['get', 'post', 'put', 'delete']),
      );
      expect(names(answer.headers['access-control-allow-headers'])).toEqual(
        expect.arrayContaining(['authorization', 'content-type', 'idempotency-key', 'if-match', 'if-none-match']),
      );
      expect(service.requests).toHaveLength(0);
    },
  );

  test.each(notCalled)('at %s goes on to the service, and the edge says nothing', async (path) => {
    const service = await replica((_, res) => res.writeHead(405).end());
    const answer = await preflight(await proxyBefore([service], { origins }), path);
    expectNothingSaid(answer);
    expect(answer.status).toBe(405);
  });

  test('is answered while no process is there, and is no line of the log', async () => {
    const proxy = await proxyBefore([await goneProcess()], { origins });
    expect((await preflight(proxy, '/api/v1/customers')).status).toBe(204);
    expect((await ask(proxy, { headers: { origin: page } })).status).toBe(503);
    await expect.poll(() => proxy.log()).toHaveLength(1);
  });
});

describe('another origin', () => {
  test.each([
    'https://localhost:5173',
    'http://localhost:5174',
    'http://localhost:51730',
    'http://localhost:5173.evil.test',
    'http://LOCALHOST:5173',
    'http://localhost:5173/',
    'null',
    '',
    `${page}, http://evil.test`,
  ])('%j is told nothing, neither before nor in an answer', async (origin) => {
    const service = await replica((_, res) => res.end('{}'));
    const proxy = await proxyBefore([service], { origins });
    expectNothingSaid(await preflight(proxy, '/api/v1/customers', origin));
    const answer = await ask(proxy, { headers: { origin } });
    expectNothingSaid(answer);
    expect(names(answer.headers.vary)).toContain('origin');
  });

  test('is told nothing where no origin is listed', async () => {
    const proxy = await proxyBefore([await replica((_, res) => res.end())]);
    expectNothingSaid(await preflight(proxy, '/api/v1/customers'));
    expectNothingSaid(await ask(proxy, { headers: { origin: page } }));
  });
});

describe('an answer to a listed origin', () => {
  test.each([200, 304, 401, 403, 404, 409, 429, 500, 503])('with %d says who may read it', async (status) => {
    const service = await replica((_, res) => res.writeHead(status, { vary: 'accept-encoding' }).end());
    const answer = await ask(await proxyBefore([service], { origins }), { headers: { origin: page } });
    expectSaid(answer);
    expect(answer.status).toBe(status);
    expect(names(answer.headers.vary)).toContain('accept-encoding');
  });

  test('of the edge itself says it too: no process, a head that is too long', async () => {
    const proxy = await proxyBefore([await goneProcess()], { origins });
    const away = await ask(proxy, { headers: { origin: page } });
    expectSaid(away);
    expect(away.status).toBe(503);
    const long = await ask(proxy, { path: `/api/v1/customers?x=${'x'.repeat(17_000)}`, headers: { origin: page } });
    expectSaid(long);
    expect(long.status).toBe(431);
  });

  test('a service cannot let another page in, whatever it says itself', async () => {
    const wide = { 'access-control-allow-origin': '*', 'access-control-allow-credentials': 'true' };
    const service = await replica((_, res) => res.writeHead(200, wide).end());
    const proxy = await proxyBefore([service], { origins });
    expectSaid(await ask(proxy, { headers: { origin: page } }));
    expectNothingSaid(await ask(proxy, { headers: { origin: 'https://evil.test' } }));
  });
});
