import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ourParts } from './platform-options.ts';
import { planServices } from './service-plan.ts';
import { databaseRoles } from '@rapport/database/roles';

test('a service has the addresses of the servers that it uses, and of no other', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'rapport-plan-'));
  const options = {
    port: 1,
    dataDir,
    stateFolder: dataDir,
    replicas: {},
    durable: true,
    parts: ourParts,
    say: () => undefined,
  };
  const passwords = Object.fromEntries(databaseRoles.map((role) => [role, role])) as Record<
    (typeof databaseRoles)[number],
    string
  >;
  await planServices(
    options,
    {
      administratorUrls: ['postgres://127.0.0.1:2/postgres'],
      passwords,
      baseUrl: 'http://localhost:1',
      redisUrl: 'redis://127.0.0.1:3',
      kafkaUrl: 'kafka://127.0.0.1:4',
    },
    [5, 6, 7, 8, 9, 10],
  );
  const addressesOf = async (service: string): Promise<string[]> =>
    (await readdir(join(dataDir, 'secrets', service))).toSorted();
  const databases = ['CELL_DATABASE_URLS', 'CONTROL_DATABASE_URL'];
  expect(await addressesOf('public-api')).toEqual([...databases, 'REDIS_URL']);
  expect(await addressesOf('application-api')).toEqual([...databases, 'MAIL_URL', 'REDIS_URL']);
  expect(await addressesOf('token-service')).toEqual([...databases, 'REDIS_URL']);
  expect(await addressesOf('subscription-service')).toEqual([...databases, 'REDIS_URL']);
  expect(await addressesOf('change-feed-worker')).toEqual([...databases, 'KAFKA_BROKERS', 'MARKETING_MAIL_URL']);
  await rm(dataDir, { recursive: true });
});
