import { expect, test } from 'vitest';
import { Processes } from './processes.ts';
import { TemporaryPlatform } from './temporary-platform.ts';
import { Tenant } from './tenant.ts';
import { issueToken } from './token.ts';

test('a platform whose servers and proxy run in containers serves a first call, also after each was killed and frozen', async () => {
  const platform = await TemporaryPlatform.start({ durable: false, say: () => undefined });
  try {
    const processes = new Processes(platform);
    const { services, servers } = await platform.status();
    const contained = [...services, ...servers].filter(({ container }) => container !== null);
    expect(contained.map(({ name }) => name)).toEqual(['edge', 'postgres', 'redis', 'kafka']);
    const tenant = await Tenant.make(platform.operator);
    const authorization = `Bearer ${await issueToken(platform.baseUrl, await tenant.client())}`;
    const create = async (): Promise<number> => {
      const headers = { authorization, 'content-type': 'application/json' };
      const body = JSON.stringify({ name: 'A customer' });
      return (await fetch(`${platform.baseUrl}/api/v1/customers`, { method: 'POST', headers, body })).status;
    };
    expect(await create()).toBe(201);
    for (const name of ['redis', 'postgres']) {
      const victims = await processes.of(name);
      await processes.freeze(victims);
      await processes.untilDegraded(name);
      await processes.thaw();
      await processes.untilReady();
      await processes.kill(victims);
      await processes.untilGone(victims);
      await processes.untilReady(victims);
      expect(await create()).toBe(201);
    }
  } finally {
    await platform.stop();
  }
});
