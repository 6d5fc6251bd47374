import { appendFile, copyFile, mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { forPeople } from './log-line.ts';
import { logReaders } from './log-reader.ts';
import { logFile, logsFolder } from './logs.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'rapport-logs-'));
  await mkdir(logsFolder(dataDir));
  await writeFile(logFile(dataDir, 'public-api-1'), '{"time":"1","n":1}\n  of one\n');
  await writeFile(logFile(dataDir, 'public-api-2'), '{"time":"2","n":2}\n');
  await writeFile(logFile(dataDir, 'postgres'), 'LOG: ready\n');
});
afterEach(() => rm(dataDir, { recursive: true }));

async function kept(service?: string): Promise<string[]> {
  const readers = await logReaders(dataDir, service);
  const lines = (await Promise.all(readers.map((reader) => reader.kept()))).flat();
  return lines.map(({ time, text }) => `${time} ${text}`).toSorted();
}

test('the logs of a service are those of its processes, and a line without a time has that of the line before', async () => {
  expect(await kept('public-api')).toEqual(['1   of one', '1 {"time":"1","n":1}', '2 {"time":"2","n":2}']);
  expect(await kept()).toHaveLength(4);
});

test('a service without a log is a failure that names those with one', async () => {
  await expect(kept('nonsense')).rejects.toThrow(
    /There is no log of nonsense in .*; there are those of postgres, public-api\./,
  );
});

test('what is added comes once and in whole lines, also behind a log that began anew', async () => {
  const path = logFile(dataDir, 'public-api-2');
  const [reader] = (await logReaders(dataDir, 'public-api')).slice(1);
  await reader?.kept();
  expect(await reader?.added()).toEqual([]);
  await appendFile(path, 'first\nsec');
  expect(await reader?.added()).toEqual(['first']);
  await appendFile(path, 'ond\n');
  expect(await reader?.added()).toEqual(['second']);
  await copyFile(path, `${path}.1`);
  await truncate(path);
  await appendFile(path, 'third\n');
  expect(await reader?.added()).toEqual(['third']);
  expect(await kept('public-api')).toHaveLength(6);
});

test('a line of JSON is said in few words, and any other line as it stands', () => {
  const line =
    '{"level":"warn","time":"2026-01-31T09:30:00.123Z","service":"edge","instance":"1","ms":3,"message":"late"}';
  expect(forPeople(line).replaceAll(/\u001b\[\d+m/g, '')).toBe('09:30:00.123Z warn  edge-1 late ms=3');
  expect(forPeople('LOG: ready')).toBe('LOG: ready');
});
