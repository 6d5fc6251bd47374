import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test, vi } from 'vitest';
import { ask, askRaw, cleanUp, proxyBefore, replica } from './testing/proxy.ts';

afterEach(cleanUp);

test('path and query reach the service byte for byte, and its answer reaches the caller', async () => {
  const service = await replica((_, res) => {
    res.writeHead(201, 'Created', { location: '/x', etag: '"7"', 'set-cookie': ['a=1', 'b=2'] }).end('{"a":1}');
  });
  const proxy = await proxyBefore([service]);
  const path = '/api/v1/customers/by-external-id/a%2Fb%20c%00/../x?x=%E2%82%AC&&y=+';
  const answer = await ask(proxy, { path });
  expect(service.requests[0]?.url).toBe(path);
  expect(answer).toMatchObject({
    status: 201,
    body: '{"a":1}',
    headers: { location: '/x', etag: '"7"', 'set-cookie': ['a=1', 'b=2'] },
  });
});

test('the forwarding headers of an untrusted caller are replaced', async () => {
  const service = await replica((_, res) => res.end());
  const proxy = await proxyBefore([service], { trustedProxies: ['10.0.0.0/8'] });
  const lies = {
    'x-forwarded-for': ['6.6.6.6', '7.7.7.7'],
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'evil.test',
    'x-real-ip': '6.6.6.6',
    forwarded: 'for=6.6.6.6',
  };
  await ask(proxy, { headers: { ...lies, host: 'api.test' } });
  expect(service.requests[0]?.headers).toMatchObject({
    host: 'api.test',
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-proto': 'http',
    'x-forwarded-host': 'api.test',
    'x-real-ip': '127.0.0.1',
    forwarded: 'for=127.0.0.1;host="api.test";proto=http',
  });
  expect(service.requests[0]?.rawHeaders.join('\n')).not.toMatch(/6\.6\.6\.6|7\.7\.7\.7|evil/);
});

test.each([
  ['of one trusted proxy', '198.51.100.7', '198.51.100.7'],
  ['behind a forged one', '6.6.6.6, 198.51.100.7', '198.51.100.7'],
  ['of two trusted proxies', '6.6.6.6, 198.51.100.7, fd00::1', '198.51.100.7'],
  ['of an IPv6 caller', '2001:db8::7', '2001:db8::7'],
  ['that is no address', 'unknown', '127.0.0.1'],
])('services get the one address that counts, and the protocol of the base address: %s', async (_, said, found) => {
  const service = await replica((_req, res) => res.end());
  const proxy = await proxyBefore([service], { trustedProxies: ['127.0.0.0/8', 'fd00::/8'], protocol: 'https' });
  const more = { 'x-forwarded-proto': 'http', 'x-forwarded-host': 'evil.test', 'x-real-ip': '6.6.6.6' };
  await ask(proxy, { headers: { 'x-forwarded-for': said, ...more, forwarded: 'for=6.6.6.6', host: 'crm.test' } });
  expect(service.requests[0]?.headers).toMatchObject({
    'x-forwarded-for': found,
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'crm.test',
    'x-real-ip': found,
    forwarded: `for=${found.includes(':') ? `"[${found}]"` : found};host="crm.test";proto=https`,
  });
  expect(service.requests[0]?.rawHeaders.join('\n')).not.toMatch(/6\.6\.6\.6|evil/);
});

test('a trusted proxy without forwarding headers is named itself, and an IPv6 address in quotes', async () => {
  const service = await replica((_, res) => res.end());
  const proxy = await proxyBefore([service], { host: '::1', trustedProxies: ['::1/128'] });
  await ask(proxy, { from: '::1', headers: { host: 'crm.test' } });
  expect(service.requests[0]?.headers).toMatchObject({
    'x-forwarded-for': '::1',
    'x-forwarded-proto': 'http',
    'x-forwarded-host': 'crm.test',
    'x-real-ip': '::1',
    forwarded: 'for="[::1]";host="crm.test";proto=http',
  });
});

test('headers of the connection are not passed on in either direction, and traceparent is passed on untouched', async () => {
  const service = await replica((_, res) => {
    res.writeHead(200, { connection: 'keep-alive', 'keep-alive': 'timeout=5', kept: 'yes' }).end();
  });
  const proxy = await proxyBefore([service]);
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const own = { te: 'trailers', 'proxy-authorization': 'x', 'keep-alive': '5', upgrade: 'h2c' };
  const answer = await ask(proxy, { headers: { connection: 'keep-alive, upgrade', ...own, traceparent } });
  for (const name of Object.keys(own)) {
    expect(service.requests[0]?.headers[name], name).toBeUndefined();
  }
  expect(service.requests[0]?.headers['traceparent']).toBe(traceparent);
  expect(answer.headers).toMatchObject({ kept: 'yes' });
  expect(answer.headers['keep-alive']).toBeUndefined();
});

test('a caller notices that an answer breaks off', async () => {
  const service = await replica((_, res) => {
    res.writeHead(200, { 'content-length': '1000' });
    res.write('half', () => res.destroy());
  });
  const proxy = await proxyBefore([service]);
  await expect(ask(proxy)).rejects.toThrow(/aborted/);
});

test('large bodies are passed on whole in both directions, also without a length', async () => {
  const service = await replica((req, res) => req.pipe(res));
  const proxy = await proxyBefore([service]);
  const body = Buffer.alloc(8_000_000, 'abcdefgh');
  const withLength = await ask(proxy, { method: 'POST', body, headers: { 'content-length': String(body.length) } });
  expect(withLength.body).toBe(body.toString());
  const chunked = await ask(proxy, { method: 'POST', body, headers: { 'transfer-encoding': 'chunked' } });
  expect(chunked.body).toBe(body.toString());
});

test('a caller that does not read its answer holds the service back and fills no memory', async () => {
  let written = 0;
  const chunk = Buffer.alloc(65_536);
  const service = await replica((_, res) => {
    const more = (): void => {
      while (written < 1_000_000_000) {
        written += chunk.length;
        if (!res.write(chunk)) {
          return void res.once('drain', more);
        }
      }
    };
    more();
  });
  const proxy = await proxyBefore([service]);
  const socket = connect(proxy.port, '127.0.0.1').pause();
  socket.write('GET /api HTTP/1.1\r\nHost: a\r\n\r\n');
  let before = -1;
  await vi.waitUntil(
    () => {
      const settled = written > 0 && written === before;
      before = written;
      return settled;
    },
    { interval: 300, timeout: 10_000 },
  );
  expect(written).toBeLessThan(50_000_000);
  socket.destroy();
});

test('an early refusal reaches a caller that is still sending', async () => {
  const service = await replica((req, res) => {
    // A service takes in the rest of the body, or the answer would be lost with the connection.
    req.resume();
    res.writeHead(413).end('too large');
  });
  const proxy = await proxyBefore([service]);
  expect(await ask(proxy, { method: 'POST', body: Buffer.alloc(3_000_000) })).toMatchObject({
    status: 413,
    body: 'too large',
  });
});

test('the answer to HEAD has no body and keeps the length that the service names', async () => {
  const service = await replica((_, res) => res.writeHead(200, { 'content-length': '1234' }).end());
  const proxy = await proxyBefore([service]);
  expect(await ask(proxy, { method: 'HEAD' })).toMatchObject({
    status: 200,
    body: '',
    headers: { 'content-length': '1234' },
  });
});

test('a caller that sends Expect: 100-continue gets leave to send its body, and the body arrives', async () => {
  const service = await replica((req, res) => req.pipe(res));
  const proxy = await proxyBefore([service]);
  const headers = { expect: '100-continue' };
  const req = request({ port: proxy.port, host: '127.0.0.1', method: 'POST', agent: false, headers });
  req.flushHeaders();
  await once(req, 'continue');
  req.end('body');
  const [res] = (await once(req, 'response')) as [IncomingMessage];
  expect(await text(res)).toBe('body');
});

test('a caller that begins in HTTP/2 gets 400', async () => {
  const service = await replica((_, res) => res.end());
  const answer = await askRaw(await proxyBefore([service]), 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(service.requests).toHaveLength(0);
});
