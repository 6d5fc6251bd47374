import { readFile } from 'node:fs/promises';
import { errorCodes } from '@rapport/kernel';
import { expect, test } from 'vitest';
import { expectProblem } from './problems.ts';
import { raw } from './raw.ts';
import { replicas } from './tenant.ts';

const codes = Object.keys(errorCodes);

test('the list of codes leads to every page, each says what its file says, and no link leads to nowhere', async () => {
  const list = await raw('GET', '/docs/errors', { headers: { accept: 'text/html,*/*;q=0.8' } });
  expect([list.status, list.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  for (const code of codes) {
    expect(list.text).toContain(`<dt><a href="/docs/errors/${code}">`);
    const { status, text } = await raw('GET', `/docs/errors/${code}`);
    const file = await readFile(new URL(`../../../docs/errors/${code}.md`, import.meta.url), 'utf8');
    expect(status).toBe(200);
    const shown = text.slice(text.indexOf('<main>')).replaceAll(/<[^>]*>/g, '');
    expect(words(shown)).toBe(words(file));
  }
  for (const [, link = ''] of list.text.matchAll(/href="(\/[^"]*)"/g)) {
    expect((await raw('HEAD', link)).status).toBe(200);
  }
});

/** The words of a page or of a file, without the space between them and the marks of Markdown. */
function words(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll(/[*`#\s]+/g, '');
}

test('the help of a problem is the address of its page', async () => {
  const { help } = expectProblem(await raw('GET', '/api/v1/customers'), 401, 'token_missing');
  expect((await raw('GET', help)).text).toContain('<h1><code>token_missing</code></h1>');
});

test.each(['/docs/errors', '/docs/errors/rate_limited'])(
  '%s is open, kept by caches, compressed, and the same from every process',
  async (path) => {
    const { status, headers, text } = await raw('GET', path, { token: 'nonsense' });
    expect([status, headers.get('ratelimit')]).toEqual([200, null]);
    expect(headers.get('cache-control')).toBe('public, max-age=300');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]{43}='; /);
    const small = await raw('GET', path, { headers: { 'accept-encoding': 'gzip' } });
    expect([small.headers.get('content-encoding'), small.text]).toEqual(['gzip', text]);
    const etag = headers.get('etag') ?? '';
    for (const replica of replicas) {
      const again = await fetch(replica + path, { headers: { 'if-none-match': etag } });
      expect([again.status, again.headers.get('etag')]).toEqual([304, etag]);
    }
  },
);

test('a code that is not there is 404 and is told a near one', async () => {
  const { detail } = expectProblem(await raw('GET', '/docs/errors/rate_limit'), 404, 'not_found');
  expect(detail).toBe('There is no such code. Did you mean rate_limited? /docs/errors lists all codes.');
  expectProblem(await raw('GET', '/docs/errors/__proto__'), 404, 'not_found');
});

test('llms.txt lists what there is to read, and every address that it names is there', async () => {
  const { status, headers, text } = await raw('GET', '/llms.txt');
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  const addresses = Array.from(text.matchAll(/\]\((\/[^)]*)\)/g), ([, address = '']) => address);
  expect(addresses).toEqual(
    expect.arrayContaining(['/docs', '/docs/application/openapi.json', '/docs/errors/not_found']),
  );
  for (const address of addresses) {
    expect((await raw('HEAD', address)).status).toBe(200);
  }
});

test('no contact for weaknesses is named where none is configured', async () => {
  expectProblem(await raw('GET', '/.well-known/security.txt'), 404, 'route_not_found');
});
