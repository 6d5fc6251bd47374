import { describe, expect, inject, test } from 'vitest';
import { expectProblem } from './problems.ts';
import { raw } from './raw.ts';
import { replicas } from './tenant.ts';

const { baseUrl } = inject('platform');
const pages = ['/console', '/console/', '/console/callback?code=x&state=y', '/console/customers/%C3%BC/..%2F/a.b'];
const files = [
  ['/console/console.js', 'text/javascript; charset=utf-8'],
  ['/console/console.css', 'text/css; charset=utf-8'],
  ['/console/icon.svg', 'image/svg+xml; charset=utf-8'],
] as const;

describe('the page of the console', () => {
  test.each(pages)('it stands at %s, names the issuer and its files, and no cache keeps it', async (path) => {
    const { status, headers, text } = await raw('GET', path, { token: 'nonsense' });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect([headers.get('cache-control'), headers.get('etag'), headers.get('ratelimit')]).toEqual([
      'no-store',
      null,
      null,
    ]);
    expect(text).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(text).toContain('<title>Rapport</title>');
    expect(text).toContain(`<meta name="issuer" content="${baseUrl}" />`);
    expect(text).toContain('<script type="module" src="/console/console.js"></script>');
    expect(text).toContain('<link rel="icon" href="/console/icon.svg" />');
    expect(text).toContain('<link rel="stylesheet" href="/console/console.css" />');
    expect(text).toMatch(/<div id="root"><\/div>\n<noscript>/);
  });

  test('its policy lets in what is ours, and styles with the nonce of this very answer', async () => {
    const nonces = new Set<string>();
    for (const path of [...pages, ...pages]) {
      const { headers, text } = await raw('GET', path);
      const nonce = /<meta property="csp-nonce" nonce="([\w+/]{22}==)" \/>/.exec(text)?.[1] ?? '';
      nonces.add(nonce);
      expect(headers.get('content-security-policy')?.split('; ')).toEqual([
        "default-src 'none'",
        "script-src 'self'",
        `style-src 'self' 'nonce-${nonce}'`,
        "connect-src 'self'",
        "img-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ]);
    }
    expect(nonces.size).toBe(2 * pages.length);
  });

  test.each(pages)('at %s it has HEAD, and no other method', async (path) => {
    const [get, head] = [await raw('GET', path), await raw('HEAD', path)];
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
    const refused = await raw('POST', path, { body: '{}' });
    expectProblem(refused, 405, 'method_not_allowed');
    expect(refused.headers.get('allow')).toBe('GET, HEAD');
  });

  test.each(['/Console', '/consoles', '/console.js', '/console/%', '/console/%ff'])(
    'it does not stand at %s',
    async (path) => {
      expectProblem(await raw('GET', path), 404, 'route_not_found');
    },
  );
});

describe.each(files)('%s', (path, mediaType) => {
  test('it is the same from every process, and asked for again each time', async () => {
    const { status, headers, text } = await raw('GET', path);
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([200, mediaType, 'no-cache']);
    expect(text).not.toBe('');
    const etag = headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    for (const replica of replicas) {
      const again = await fetch(replica + path, { headers: { 'if-none-match': etag } });
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    }
  });

  test('it is compressed for callers that take that, with an ETag of its own', async () => {
    const plain = await raw('GET', path, { headers: { 'accept-encoding': 'identity' } });
    const small = await raw('GET', path, { headers: { 'accept-encoding': 'gzip, deflate, br' } });
    expect(small.text).toBe(plain.text);
    expect([plain.headers.get('content-encoding'), small.headers.get('content-encoding')]).toEqual([null, 'gzip']);
    expect(small.headers.get('etag')).not.toBe(plain.headers.get('etag'));
  });

  test('it has HEAD, and no other method', async () => {
    const head = await raw('HEAD', path);
    expect([head.status, head.text]).toEqual([200, '']);
    expectProblem(await raw('DELETE', path), 405, 'method_not_allowed');
  });
});
