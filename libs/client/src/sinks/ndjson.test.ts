import { appendFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Checkpoint } from '../sync/sink.ts';
import { ndjson } from './ndjson.ts';

let folder: string;
let file: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'rapport-ndjson-'))));
beforeEach(({ task }) => (file = join(folder, task.id)));
afterAll(() => rm(folder, { recursive: true }));

test('what ends a line elsewhere is a part of a record', async () => {
  await written(null, at('1'), 'a\u2028b\u2029c\u0085d');
  const whole = await readFile(file, 'utf8');
  await written(at('1'), at('2'), 'second');
  expect((await readFile(file, 'utf8')).slice(0, whole.length)).toBe(whole);
  expect(await held()).toEqual(at('2'));
});

test('an end that is torn in a character is cut off', async () => {
  await written(null, at('1'), 'first');
  const whole = await readFile(file);
  await appendFile(file, Buffer.from('{"type":"record","x":"å').subarray(0, -1));
  expect(await held()).toEqual(at('1'));
  expect(await readFile(file)).toEqual(whole);
});

test('a checkpoint without the end of its line was not written whole', async () => {
  await written(null, at('1'), 'first');
  await written(at('1'), at('2'), 'second');
  await truncate(file, (await readFile(file)).length - 1);
  expect(await held()).toEqual(at('1'));
});

test.each(['a letter', '{"type":"Feature"}\n'])('a file that holds %j is left as it is', async (text) => {
  await writeFile(file, text);
  await expect(held()).rejects.toThrow('holds something else than a copy');
  expect(await readFile(file, 'utf8')).toBe(text);
});

test('a first page that is torn in its first line is cut off', async () => {
  await writeFile(file, '{"type":"rec');
  expect(await held()).toBeNull();
  expect(await readFile(file, 'utf8')).toBe('');
});

async function written(from: Checkpoint | null, to: Checkpoint, name: string): Promise<void> {
  const sink = await ndjson(file);
  const records = [{ id: name, name }];
  expect(await sink.apply({ resource: 'customers', from, to, records, shown: [], removed: [] })).toBe(true);
  await sink.close();
}

async function held(): Promise<Checkpoint | null> {
  const sink = await ndjson(file);
  return sink.read('customers').finally(() => sink.close());
}

function at(cursor: string): Checkpoint {
  return { copy: 1, phase: 'copy', cursor, since: null, until: null, definitions: '"d"', isWhole: false };
}
