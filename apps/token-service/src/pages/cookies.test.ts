import { expect, test } from 'vitest';
import { Cookies } from './cookies.ts';

const overTls = new Cookies('https://crm.example');
const onLoopback = new Cookies('http://localhost:8080');

test('over TLS a cookie is secure and bound to its host by its name, and on loopback neither', () => {
  const cookie = { name: 'rapport-form', value: 'x' };
  expect(overTls.write(cookie)).toBe('__Host-rapport-form=x; Path=/; HttpOnly; SameSite=Lax; Secure');
  expect(onLoopback.write(cookie)).toBe('rapport-form=x; Path=/; HttpOnly; SameSite=Lax');
  expect(onLoopback.write({ ...cookie, lifeSeconds: 60 })).toMatch(/; Max-Age=60$/);
});

test('over TLS a cookie without the prefix is not read, because a neighbouring host can set it', () => {
  const header = 'rapport-form=foreign; __Host-rapport-form=own; __Host-other=a=b';
  expect([...overTls.read(header)]).toEqual([
    ['rapport-form', 'own'],
    ['other', 'a=b'],
  ]);
});

test('of several cookies with one name the first counts, and a header that is none has no cookies', () => {
  expect([...onLoopback.read('a=1; a=2')]).toEqual([['a', '1']]);
  expect(onLoopback.read(undefined).size).toBe(0);
});
