import { readFile } from 'node:fs/promises';
import { documentContract } from '@rapport/public-contract';
import { expect, inject, test } from 'vitest';
import { expectProblem } from './problems.ts';
import { raw } from './raw.ts';
import { replicas } from './tenant.ts';

const { baseUrl } = inject('platform');
const surfaces = [
  ['/openapi.json', '/docs', 'public-contract/openapi.json'],
  ['/docs/application/openapi.json', '/docs/application', 'application-contract/openapi.json'],
  ['/docs/subscription/openapi.json', '/docs/subscription', 'subscription-contract/openapi-companies.json'],
] as const;
const addresses = Object.values(documentContract).map(({ path }) => path);

function committed(file: string): Promise<string> {
  return readFile(new URL(`../../../libs/contracts/${file}`, import.meta.url), 'utf8');
}

test.each(surfaces)('%s is the committed document, to the byte, and names the others', async (address, _, file) => {
  const { status, text, headers } = await raw('GET', address);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/json');
  expect(text).toBe(await committed(file));
  for (const [document, page] of surfaces) {
    expect(headers.get('link')).toContain(`<${document}>; rel="service-desc", <${page}>; rel="service-doc"`);
  }
});

test.each(surfaces)(
  'the page of %s names every operation, and asks for nothing from elsewhere',
  async (_, page, file) => {
    const { headers, text } = await raw('GET', page, {
      headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
    });
    const document = JSON.parse(await committed(file)) as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    for (const { operationId } of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
      expect(text).toContain(`id="${operationId}"`);
    }
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]{43}='; /);
    expect(headers.get('content-security-policy')).toMatch(/; script-src 'sha256-[\w+/]{43}='$/);
    expect(text).not.toMatch(/<script |<img|<iframe|@import|url\(/i);
  },
);

test('the base address itself leads people to the console, and tells programs where the documents are', async () => {
  const browser = { headers: { accept: 'text/html,*/*;q=0.8' }, redirect: 'manual' } as const;
  const page = await fetch(`${baseUrl}/`, browser);
  expect([page.status, page.headers.get('location'), await page.text()]).toEqual([303, '/console', '']);
  expect(page.headers.get('vary')).toContain('accept');
  expect((await fetch(`${baseUrl}/`, { headers: browser.headers })).url).toBe(`${baseUrl}/console`);
  for (const accept of ['application/json', '*/*']) {
    const json = await raw('GET', '/', { headers: { accept } });
    expect([json.status, json.headers.get('content-type')]).toEqual([200, 'application/json']);
    for (const address of ['/console', ...surfaces.map(([, address]) => address)]) {
      expect(json.text).toContain(`"${address}"`);
    }
  }
  expectProblem(await raw('POST', '/', { body: '{}' }), 405, 'method_not_allowed');
});

test.each(addresses)('%s is kept by caches, and a caller that has it gets 304 from every process', async (path) => {
  const { headers } = await raw('GET', path);
  expect(headers.get('cache-control')).toBe('public, max-age=300');
  const etag = headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]{43}"$/);
  for (const replica of replicas) {
    const again = await fetch(replica + path, { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
  }
});

test.each(addresses)('%s is compressed for callers that take that, with an ETag of its own', async (path) => {
  const asked = async (encoding: string) => raw('GET', path, { headers: { 'accept-encoding': encoding } });
  const [plain, small] = [await asked('identity, gzip;q=0'), await asked('br;q=1, gzip;q=0.5')];
  expect(small.text).toBe(plain.text);
  expect([plain.headers.get('content-encoding'), small.headers.get('content-encoding')]).toEqual([null, 'gzip']);
  expect([plain.headers.get('vary'), small.headers.get('vary')]).toEqual(Array(2).fill('accept-encoding, Origin'));
  expect(Number(small.headers.get('content-length'))).toBeLessThan(plain.text.length / 4);
  expect(small.headers.get('etag')).not.toBe(plain.headers.get('etag'));
});

test.each(addresses)('%s is open to every caller, without a limit, with a good token or a bad one', async (path) => {
  for (const request of [{}, { token: 'nonsense' }]) {
    const answer = await raw('GET', path, request);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('ratelimit')).toBeNull();
  }
});

test.each(addresses)('%s has HEAD, no other method, no other media type and no slash behind it', async (path) => {
  const get = await raw('GET', path);
  const head = await raw('HEAD', path);
  expect([head.status, head.text]).toEqual([200, '']);
  expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
  const refused = await raw('POST', path, { body: '{}' });
  expectProblem(refused, 405, 'method_not_allowed');
  expect(refused.headers.get('allow')).toBe('GET, HEAD');
  expectProblem(await raw('GET', path, { headers: { accept: 'image/png' } }), 406, 'not_acceptable');
  expectProblem(await raw('GET', `${path}/`), 404, 'route_not_found');
});
