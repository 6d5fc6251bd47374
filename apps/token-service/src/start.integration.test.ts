import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createTestDatabases, type TestDatabases } from '@rapport/database/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

let databases: TestDatabases;
beforeAll(async () => {
  databases = await createTestDatabases(inject('postgresAdministratorUrl'));
});
afterAll(() => databases.drop());

test('the service starts with the key encryption key that its keys were sealed with, and with no other one', async () => {
  const rightKey = randomBytes(32).toString('base64');
  expect(await startWith(rightKey)).toMatchObject({ isServing: true });
  expect(await startWith(rightKey)).toMatchObject({ isServing: true });
  const { isServing, code, told } = await startWith(randomBytes(32).toString('base64'));
  expect([isServing, code]).toEqual([false, 1]);
  expect(told).toContain('KEY_ENCRYPTION_KEY is not the key it was sealed with.');
});

test('without a key encryption key it says which variable is not set', async () => {
  const { isServing, code, told } = await startWith('');
  expect([isServing, code]).toEqual([false, 1]);
  expect(told).toContain('KEY_ENCRYPTION_KEY (key that seals the signing keys) is not set.');
});

interface Start {
  readonly isServing: boolean;
  readonly code: number | null;
  readonly told: string;
}

/** Starts the service, and ends it once it serves. */
async function startWith(keyEncryptionKey: string): Promise<Start> {
  const started = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      MANAGEMENT_PORT: '0',
      CONTROL_DATABASE_URL: databases.url('control', 'rapport_token_service'),
      CELL_DATABASE_URLS: '{}',
      REDIS_URL: inject('redisUrl'),
      ISSUER: 'http://issuer.test',
      KEY_ENCRYPTION_KEY: keyEncryptionKey,
      SECRET_PEPPERS: JSON.stringify({ p: randomBytes(32).toString('base64') }),
      CLIENT_ID_KEY: randomBytes(32).toString('base64'),
    },
  });
  let told = '';
  let isServing = false;
  for (const stream of [started.stdout, started.stderr]) {
    stream.on('data', (bytes: Buffer) => {
      told += bytes.toString();
      if (!isServing && told.includes('"serving"')) {
        isServing = true;
        started.kill('SIGTERM');
      }
    });
  }
  const code = await new Promise<number | null>((resolve) => started.once('close', resolve));
  return { isServing, code, told };
}
