import { expect, test } from 'vitest';
import { zipOf, type ZipEntry } from '../testing/index.ts';
import { zipProblem } from './zip-problem.ts';

const page: ZipEntry = { name: 'index.html', content: '<p>Merhaba, ş</p>' };
const image: ZipEntry = { name: 'images/a.PNG', content: Buffer.from([0x89, 0x50]) };

test('a page with its images in folders is a mail', async () => {
  const folder = { name: 'images/', content: '' };
  expect(await zipProblem(zipOf([page, folder, image, { ...image, name: 'b.svg' }]))).toBeUndefined();
});

test('a hundred entries of 20 MB together are taken', async () => {
  const names = Array.from({ length: 99 }, (_, index) => `${index}.jpg`);
  const content = Buffer.alloc(Math.floor((20 * 1_048_576 - 1_000) / names.length));
  expect(await zipProblem(zipOf([page, ...names.map((name) => ({ name, content }))]))).toBeUndefined();
});

const many = Array.from({ length: 100 }, (_, index) => ({ ...image, name: `${index}.gif` }));

test.each<[string, Buffer]>([
  ['is no zip', Buffer.from('PK and nothing more')],
  ['ends too early', zipOf([page, image]).subarray(0, 60)],
  ['has no page', zipOf([image])],
  ['has its page in a folder', zipOf([{ ...page, name: 'mail/index.html' }])],
  ['has another kind of file', zipOf([page, { ...image, name: 'run.js' }])],
  ['has a second page', zipOf([page, { ...page, name: 'other.html' }])],
  ['has a path upwards', zipOf([page, { ...image, name: '../a.png' }])],
  ['has a path upwards within', zipOf([page, { ...image, name: 'images/../../a.png' }])],
  ['has a path from the root', zipOf([page, { ...image, name: '/etc/a.png' }])],
  ['has a path with a drive', zipOf([page, { ...image, name: 'C:/a.png' }])],
  ['has a path with backslashes', zipOf([page, { ...image, name: '..\\a.png' }])],
  ['has an entry twice', zipOf([page, image, image])],
  ['has an encrypted entry', zipOf([page, { ...image, flags: 1 }])],
  ['has a link', zipOf([page, { ...image, content: '/etc/passwd', mode: 0o120_777 }])],
  ['has too many entries', zipOf([page, ...many])],
  ['has an entry that is damaged', zipOf([page, { ...image, checksum: 7 }])],
  ['has a page in another encoding', zipOf([{ ...page, content: Buffer.from([0xfe, 0x20]) }])],
  ['has a page that ends in half a character', zipOf([{ ...page, content: Buffer.from([0x20, 0xc5]) }])],
  ['has U+0000 in its page', zipOf([{ ...page, content: 'a\u0000b' }])],
  ['is a bomb that says so', zipOf([page, { ...image, content: Buffer.alloc(21 * 1_048_576) }])],
  ['is a bomb that hides its size', zipOf([page, { ...image, content: Buffer.alloc(64 * 1_048_576), size: 10 }])],
])('a zip that %s is refused', async (_, zip) => {
  expect(await zipProblem(zip)).toEqual(expect.stringMatching(/^The (?:zip|entry) .*\.$/));
});

test('what a bomb unpacks to is not kept', async () => {
  const bomb = zipOf([page, { ...image, content: Buffer.alloc(256 * 1_048_576), size: 19 * 1_048_576 }]);
  const before = process.memoryUsage();
  await zipProblem(bomb);
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  expect(arrayBuffers + heapUsed - before.arrayBuffers - before.heapUsed).toBeLessThan(64 * 1_048_576);
});
