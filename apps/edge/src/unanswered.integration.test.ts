import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { contracts as applicationContracts } from '@rapport/application-contract';
import { changesByGet } from '@rapport/http-contract';
import { afterEach, expect, test, vi } from 'vitest';
import {
  ask,
  askRaw,
  cleanUp,
  frozenProcess,
  goneProcess,
  metric,
  proxyBefore,
  replica,
  type Answer,
  type Proxy,
  type Replica,
} from './testing/proxy.ts';

afterEach(cleanUp);

async function expectUnavailable(proxy: Proxy, answer: Answer): Promise<void> {
  expect(answer.status).toBe(503);
  const headers = { 'retry-after': '1', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
  expect(answer.headers).toMatchObject(headers);
  const problem = JSON.parse(answer.body) as Record<string, string>;
  expect(problem).toMatchObject({
    type: 'about:blank',
    title: 'Service Unavailable',
    status: 503,
    code: 'service_unavailable',
    help: '/docs/errors/service_unavailable',
  });
  expect(problem['traceId']).toMatch(/^[0-9a-f]{32}$/);
  expect(answer.headers['traceresponse']).toMatch(new RegExp(`^00-${problem['traceId']}-[0-9a-f]{16}-00$`));
  await vi.waitUntil(async () => (await proxy.log()).some(({ traceId }) => traceId === problem['traceId']), {
    timeout: 10_000,
  });
  expect(answer.body).not.toMatch(/127\.0\.0\.1|haproxy/i);
}

test('the log line of a request that no service answered has its time to the millisecond, as the lines of services have', async () => {
  const proxy = await proxyBefore([await goneProcess()]);
  await expectUnavailable(proxy, await ask(proxy, { path: '/connect/token' }));
  const [time] = (await proxy.log()).map((line) => String(line['time']));
  expect(new Date(time ?? '').toISOString()).toBe(time);
});

test('the log line of a request that no service answered has no query and no credential', async () => {
  const proxy = await proxyBefore([await goneProcess()]);
  const path = `/connect/token/rpt_live_${'a'.repeat(49)}?client_secret=b`;
  await expectUnavailable(proxy, await ask(proxy, { path }));
  expect((await proxy.log()).map((line) => line['path'])).toContain('/connect/token/[hidden]');
  expect(JSON.stringify(await proxy.log())).not.toMatch(/rpt_live_|client_secret/);
});

test('the processes of a service share its requests, and no request is lost where one of them is not there', async () => {
  const first = await replica((_, res) => res.end('1'));
  const second = await replica((_, res) => res.end('2'));
  const proxy = await proxyBefore([first, await goneProcess(), second]);
  for (let count = 0; count < 30; count++) {
    const isRead = count % 2 === 0;
    expect((await ask(proxy, isRead ? {} : { method: 'POST', body: `n${count}` })).status).toBe(200);
  }
  expect(first.requests.length).toBeGreaterThan(5);
  expect(second.requests.length).toBeGreaterThan(5);
});

test('while no process is there callers get 503 with a trace id, soon without any wait, until a process is back', async () => {
  const one = await replica((_, res) => res.end('1'));
  const proxy = await proxyBefore([one]);
  expect((await ask(proxy)).status).toBe(200);
  await one.kill();
  await expectUnavailable(proxy, await ask(proxy));
  await vi.waitUntil(
    async () => (await metric(proxy, 'haproxy_backend_active_servers', '"public-api.problem"')) === 0,
    { timeout: 10_000 },
  );
  const started = performance.now();
  const answer = await ask(proxy, { method: 'POST', body: '{}' });
  expect(performance.now() - started).toBeLessThan(900);
  await expectUnavailable(proxy, answer);
  await replica((_, res) => res.end('back'), one);
  await vi.waitUntil(async () => (await ask(proxy)).body === 'back', { timeout: 10_000 });
  expect(await ask(proxy, { method: 'POST', body: '{}' })).toMatchObject({ status: 200, body: 'back' });
});

test('a 503 of a service is passed on as it is', async () => {
  const service = await replica((_, res) => res.writeHead(503, { 'retry-after': '7' }).end('of the service'));
  const proxy = await proxyBefore([service]);
  expect(await ask(proxy)).toMatchObject({ status: 503, body: 'of the service', headers: { 'retry-after': '7' } });
  expect(await proxy.log()).toEqual([]);
});

/** A process that dies under the first request that it gets, and then answers. */
function diesOnce(): Promise<Replica> {
  let dies = true;
  return replica((req, res) => {
    if (dies) {
      req.socket.destroy();
    } else {
      res.end('alive');
    }
    dies = false;
  });
}

test('a read whose connection dies before an answer is sent again', async () => {
  const one = await diesOnce();
  expect(await ask(await proxyBefore([one]))).toMatchObject({ status: 200, body: 'alive' });
  expect(one.requests).toHaveLength(2);
});

const changingGets = Object.values(applicationContracts['application-api'])
  .filter((endpoint) => changesByGet(endpoint))
  .map(({ path }) => ({ path: path.replaceAll(/[{}]/g, '') }));

test.each([{ method: 'POST', body: '{}' }, ...changingGets])(
  'the write %o whose connection dies before an answer is not sent again',
  async (write) => {
    const one = await diesOnce();
    expect((await ask(await proxyBefore([one]), write)).status).toBe(503);
    expect(one.requests).toHaveLength(1);
  },
);

test.each([300, 300_000])(
  'a write of %d bytes goes to the next process where the first is not there',
  async (length) => {
    const bodies: string[] = [];
    const one = await replica((req, res) => {
      void text(req).then((body) => {
        bodies.push(body);
        res.end();
      });
    });
    const proxy = await proxyBefore([await goneProcess(), one]);
    const body = 'x'.repeat(length);
    expect((await ask(proxy, { method: 'PUT', body })).status).toBe(200);
    expect(bodies).toEqual([body]);
  },
);

test('a request to a frozen process gets 503 after a silence, and the process is soon left out', async () => {
  const alive = await replica((_, res) => res.end('alive'));
  const proxy = await proxyBefore([await frozenProcess(), alive], { answerMs: 1_000 });
  const started = performance.now();
  const answers = await Promise.all([ask(proxy), ask(proxy)]);
  expect(performance.now() - started).toBeLessThan(8_000);
  for (const answer of answers) {
    if (answer.body !== 'alive') {
      await expectUnavailable(proxy, answer);
    }
  }
  expect(answers.map(({ body }) => body)).toContain('alive');
  await vi.waitUntil(
    async () => (await metric(proxy, 'haproxy_backend_active_servers', '"public-api.problem"')) === 1,
    { timeout: 10_000 },
  );
  for (let count = 0; count < 6; count++) {
    expect((await ask(proxy)).body).toBe('alive');
  }
});

test('a request whose service is silent for too long ends at the service too', async () => {
  let ended = false;
  const service = await replica((_, res) => res.on('close', () => (ended = true)));
  const proxy = await proxyBefore([service], { answerMs: 200 });
  await expectUnavailable(proxy, await ask(proxy));
  await vi.waitUntil(() => ended, { timeout: 10_000 });
});

test.each([{}, { method: 'POST', headers: { 'content-length': '100000' } }])(
  'the request %o of a caller that goes away ends at the service',
  async (begun) => {
    let ended = false;
    const service = await replica((req, res) => {
      req.resume();
      res.on('close', () => (ended = true));
    });
    const proxy = await proxyBefore([service]);
    const req = request({ port: proxy.port, host: '127.0.0.1', path: '/api', agent: false, ...begun });
    req.on('error', () => undefined);
    if ('method' in begun) {
      req.write(Buffer.alloc(80_000));
    } else {
      req.end();
    }
    await vi.waitUntil(() => service.requests.length === 1, { timeout: 10_000 });
    req.destroy();
    await vi.waitUntil(() => ended, { timeout: 10_000 });
  },
);

test.each([
  ['no host', 'GET /api HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'application/problem+json'],
  ['no host at a wrapped path', 'POST /api/v1/auth/x HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'application/json'],
  [
    'headers too long',
    `GET /api HTTP/1.1\r\nHost: a\r\nConnection: close\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
    431,
    'application/problem+json',
  ],
  [
    'a target too long',
    `GET /api/${'y'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    431,
    'application/problem+json',
  ],
  [
    'a target and a host that leave no room for what the proxy adds',
    `GET /api/v1/auth/${'y'.repeat(31_000)} HTTP/1.1\r\nHost: ${'h'.repeat(15_000)}\r\nConnection: close\r\n\r\n`,
    431,
    'application/json',
  ],
  [
    'a host too long, and a body that fills the buffer',
    `POST /api HTTP/1.1\r\nHost: ${'h'.repeat(5_000)}\r\nContent-Length: 90000\r\n\r\n${'x'.repeat(90_000)}`,
    400,
    'application/problem+json',
  ],
  [
    'a target that is no path',
    'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    400,
    'application/problem+json',
  ],
])('a request with %s is refused in the form of its path', async (_, bytes, status, type) => {
  const service = await replica((_req, res) => res.end());
  const proxy = await proxyBefore([service]);
  const answer = await askRaw(proxy, bytes);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(answer.toLowerCase()).toContain(`content-type: ${type}`);
  expect(answer.toLowerCase()).toContain('x-content-type-options: nosniff');
  const failure = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as Record<string, unknown>;
  expect(failure['code'] ?? failure['errorCode']).toBe('validation_failed');
  await vi.waitUntil(async () => (await proxy.log()).some(({ traceId }) => traceId === failure['traceId']), {
    timeout: 10_000,
  });
  expect(service.requests).toHaveLength(0);
});

test.each([
  ['an unknown method', 'FOO /connect/token HTTP/1.1\r\nHost: a\r\n', 400],
  ['a control character in a header', 'GET /connect/token HTTP/1.1\r\nHost: a\r\nX: a\x01\r\n', 400],
  ['an unknown expectation', 'GET /connect/token HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n', 400],
])(
  'a request with %s, which only the service cannot read, is refused in the form of its path',
  async (_, head, status) => {
    const proxy = await proxyBefore([await replica((_req, res) => res.end())]);
    const answer = await askRaw(proxy, `${head}Connection: close\r\n\r\n`);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer.toLowerCase()).toContain('x-content-type-options: nosniff');
    const failure = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as Record<string, unknown>;
    expect(failure).toMatchObject({ error: 'invalid_request', status, instance: '/connect/token' });
    await vi.waitUntil(async () => (await proxy.log()).some(({ traceId }) => traceId === failure['traceId']), {
      timeout: 10_000,
    });
  },
);

test.each([
  ['is no HTTP', 'NONSENSE\r\n\r\n'],
  ['has two lengths', 'POST /api HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
  ['has a space in its target', 'GET /a b HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['has a byte above 0x7e in its target', 'GET /\xe4 HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['has a head longer than any', `GET /api HTTP/1.1\r\nHost: a\r\nx: ${'y'.repeat(70_000)}\r\n\r\n`],
  ['names another host than its target', 'GET http://a/api HTTP/1.1\r\nHost: b\r\n\r\n'],
])('a request that %s gets 400, ends its connection and reaches no service', async (_, bytes) => {
  const service = await replica((_req, res) => res.end());
  const proxy = await proxyBefore([service]);
  expect(await askRaw(proxy, bytes)).toMatch(/^HTTP\/1\.1 400 /);
  expect(service.requests).toHaveLength(0);
});

test('a CONNECT gets no answer', async () => {
  const service = await replica((_req, res) => res.end());
  const proxy = await proxyBefore([service]);
  expect(await askRaw(proxy, 'CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n')).toBe('');
});
