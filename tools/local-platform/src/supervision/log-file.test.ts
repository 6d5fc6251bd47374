import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { boundLog, lastLine, openLog } from './log-file.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapport-log-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test('a log that grew too long starts anew, and its writer goes on at the new end', async () => {
  const path = join(folder, 'service.log');
  const log = await openLog(path);
  await log.write('x'.repeat(100));
  await boundLog(path, 1_000);
  expect(await readFile(path, 'utf8')).toHaveLength(100);
  await boundLog(path, 99);
  await log.write('after');
  await log.close();
  expect(await readFile(path, 'utf8')).toBe('after');
  expect(await readFile(`${path}.1`, 'utf8')).toHaveLength(100);
});

test('the line that names the reason is found in a stack', async () => {
  const path = join(folder, 'service.log');
  await writeFile(path, 'starting\nConfigError: PORT is not set.\n    at x (y.ts:1)\n\nNode.js v24.21.0\n');
  expect(await lastLine(path)).toBe('ConfigError: PORT is not set.');
  const taken = 'cannot bind socket (Address already in use) for [127.0.0.1:9100]';
  await writeFile(path, `${taken}\nSome protocols failed to start their listeners! Exiting.\n`);
  expect(await lastLine(path)).toBe(taken);
  expect(await lastLine(join(folder, 'missing'))).toBe('');
});
