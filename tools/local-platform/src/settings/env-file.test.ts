import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readEnvFile } from './env-file.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapport-env-'));
  file = join(folder, 'env');
});

afterEach(() => rm(folder, { recursive: true }));

async function read(...lines: readonly string[]) {
  await writeFile(file, `${lines.join('\n')}\n`);
  return readEnvFile(file);
}

test('each service gets the variables that it reads, or the files with them', async () => {
  const days = join(folder, 'days');
  await writeFile(days, '30\n');
  const given = await read(
    '# limits',
    '',
    'SIGNUPS=off',
    `SIGNING_KEY_DAYS_FILE=${days}`,
    "MAIL_FROM='A <a@b.example>'",
  );
  expect(given).toEqual({
    'token-service': { SIGNING_KEY_DAYS_FILE: days },
    'public-api': {},
    'application-api': { MAIL_FROM: 'A <a@b.example>' },
    'subscription-service': { SIGNUPS: 'off' },
    'change-feed-worker': {},
  });
});

test('what every service or every library reads reaches all of them', async () => {
  const given = await read('DATABASE_POOL_SIZE=4', 'OTEL_RESOURCE_ATTRIBUTES=a=b');
  for (const variables of Object.values(given)) {
    expect(variables).toEqual({ DATABASE_POOL_SIZE: '4', OTEL_RESOURCE_ATTRIBUTES: 'a=b' });
  }
});

test.each([
  ['SIGNUP=off', 'No service reads SIGNUP; did you mean SIGNUPS?'],
  ['COLOUR_OF_THE_SKY=blue', 'No service reads COLOUR_OF_THE_SKY; see docs/operators/settings.md.'],
  ['PORT=80', 'up sets PORT itself.'],
  ['ISSUER=http://a', 'up sets ISSUER itself; say --port.'],
  ['MAIL_URL_FILE=/a', 'up sets MAIL_URL itself; say --mail.'],
  ['REDIRECT_ADDRESSES=[]', 'up sets REDIRECT_ADDRESSES itself; say --redirect.'],
  ['CURSOR_KEY=a', 'up sets CURSOR_KEY itself.'],
  ['SIGNUPS', 'Line 1 of '],
])('%s is refused with a sentence', async (line, sentence) => {
  await expect(read(line)).rejects.toThrow(sentence);
});

test.each([
  ['SIGNUPS=maybe', 'gives what subscription-service cannot take: SIGNUPS'],
  ['SIGNING_KEY_DAYS=soon', 'gives what token-service cannot take: SIGNING_KEY_DAYS'],
  ['MAIL_FROM=nobody', 'must be one address'],
  ['TRACE_SAMPLE_RATIO=2', 'must be a number from 0 to 1'],
  ['SIGNING_KEY_DAYS_FILE=/none', 'SIGNING_KEY_DAYS_FILE names a file that cannot be read (ENOENT): /none'],
])('%s, which its service could not take, is refused before anything starts', async (line, sentence) => {
  await expect(read(line)).rejects.toThrow(sentence);
  await expect(read(line)).rejects.toThrow(file);
});

test('a name that is given twice is refused, and so is a file that cannot be read', async () => {
  await expect(read('SIGNUPS=off', 'SIGNUPS=on')).rejects.toThrow('gives SIGNUPS a second time');
  await expect(readEnvFile(join(folder, 'none'))).rejects.toThrow('cannot be read');
});
