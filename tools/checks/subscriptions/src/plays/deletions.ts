import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { done, issueToken, newName, newSession, outcomeOf, Tenant, Traffic, until } from '@rapport/testbed';
import type { CountedPlatform, SubscriptionRuns } from './counted-platform.ts';

export const deletions: SubscriptionRuns = {
  'no request passes behind the answer to a deletion, and of what was under way nothing is set aside or left': async (
    on,
  ) => {
    const { platform } = on;
    const tenant = await Tenant.make(platform.operator);
    const traffic = await writing(on, tenant);
    try {
      await until(
        () => traffic.within(0).length > 200,
        30_000,
        () => `${traffic.within(0).length} requests are too few`,
      );
      const params = { tenantId: tenant.id };
      done(await platform.operator.deleteTenant({ params }), 202);
      const answeredAt = performance.now();
      await until(
        async () => done(await platform.operator.getTenant({ params }), 200).state === 'deleted',
        150_000,
        async () => JSON.stringify(done(await platform.operator.getDeletion({ params }), 200)),
      );
      const behind = traffic.within(answeredAt).map(outcomeOf);
      assert.ok(behind.length > 200, `${behind.length} requests were sent behind the answer`);
      assert.deepEqual([...new Set(behind)], ['401 token_invalid']);
      const { steps, found } = done(await platform.operator.getDeletion({ params }), 200);
      assert.deepEqual(Object.values(found ?? {}), [0, 0, 0, 0, 0]);
      assert.deepEqual(new Set(steps.map(({ counts }) => Object.keys(counts).length > 0)), new Set([true]));
      assert.deepEqual(await platform.query('select * from cell.poison_event', []), []);
      assert.deepEqual(await errorsOfWorker(on), []);
      // Before the answer each request was served, or met the tenant as it went.
      const before = new Set(traffic.within(0, answeredAt).map(outcomeOf));
      assert.deepEqual(
        [...before].filter((outcome) => !['200', '201', '401 token_invalid'].includes(outcome)),
        [],
      );
    } finally {
      await traffic.stop();
    }
  },
};

/** A client and a person of the tenant, each at both processes of its surface. */
async function writing({ platform, processes }: CountedPlatform, tenant: Tenant): Promise<Traffic> {
  const { accessToken } = await newSession(platform.baseUrl, await tenant.person({ role: 'administrator' }));
  const ways = [
    ['public-api', '/api/v1/customers', await issueToken(platform.baseUrl, await tenant.client())],
    ['application-api', '/api/v1/customer/create', accessToken],
  ] as const;
  const askers = await Promise.all(
    ways.map(async ([service, path, token]) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      return (await processes.of(service)).map(({ url: origin }) => () => {
        const body = JSON.stringify({ name: newName() });
        return { origin, method: 'POST', path, headers, body } as const;
      });
    }),
  );
  return Traffic.repeat(askers.flat(), { pauseMs: 10 });
}

async function errorsOfWorker({ platform, processes }: CountedPlatform): Promise<string[]> {
  const workers = await processes.of('change-feed-worker');
  assert.ok(workers.length > 0);
  const logs = workers.map((_, index) =>
    readFile(join(platform.dataDir, 'logs', `change-feed-worker-${index + 1}.log`), 'utf8'),
  );
  return (await Promise.all(logs)).flatMap((text) =>
    text.split('\n').filter((line) => line.includes('"level":"error"')),
  );
}
