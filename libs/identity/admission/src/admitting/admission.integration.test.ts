import { statement } from '@rapport/database';
import { databasesOfFile } from '@rapport/database/testing';
import { newId } from '@rapport/kernel';
import { LeasedLimiter, Limiter } from '@rapport/rate-limit';
import { redisOfFile } from '@rapport/redis/testing';
import { Metrics } from '@rapport/telemetry';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Admission } from './admission.ts';
import { HeldStore } from '../testing/held-store.ts';
import { seedClient } from '../testing/seed-client.ts';

const context = { trace: { traceId: '0'.repeat(32), traceparent: '' } };
const leaseMs = 2_000;
const fillMaxMs = 500;

const databases = await databasesOfFile();
const owner = databases.connect('rapport_owner');
const redis = await redisOfFile();

test('a state that was read before a change does not get into Redis long after it, also not for a request that came later', async () => {
  const store = new HeldStore(databases.connect('rapport_public_api'));
  const admission = new Admission(new LeasedLimiter(redis), new Limiter(redis, new Metrics()), store);
  const claimant = await seedClient(context, owner.control, `client-${newId()}`);
  const admit = () => admission.admit(context, claimant, 1, redis.deadline());
  await admit();
  await pause(leaseMs + 50);
  const answer = store.holdNext();
  const missedFirst = admit();
  await expect.poll(() => answer.isRead, { timeout: 10_000 }).toBe(true);
  await owner.control.query(context, disable.with(claimant));
  await pause(fillMaxMs + 50);
  const missedLater = admit();
  await pause(50);
  answer.give();
  const outcomes = await Promise.allSettled([missedFirst, missedLater]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(admit()).rejects.toMatchObject({ code: 'client_disabled' });
});

const disable = statement(
  'disable',
  `update control.api_client set is_active = false, epoch = epoch + 1, version = version + 1 where client_id = :clientId`,
);
