import { afterEach, expect, test, vi } from 'vitest';
import type { EdgeOptions } from './edge-options.ts';
import { ask, cleanUp, goneProcess, proxyBefore, replica } from './testing/proxy.ts';

afterEach(cleanUp);

test('an edge of pods has started when it knows where each service is, though no process there answers', async () => {
  const { managementPort } = await proxyBefore([], { processes: await podsAt('127.0.0.1', '127.0.0.1') });
  expect(await asked(managementPort, '/startedz')).toBe(200);
  // A pod counts as ready until it has been asked twice.
  await vi.waitFor(async () => expect(await asked(managementPort, '/readyz')).toBe(503), { timeout: 10_000 });
});

test('an edge of pods that does not know where a service is has not started, and lives', async () => {
  const { managementPort } = await proxyBefore([], { processes: await podsAt('127.0.0.1', 'gone.invalid') });
  expect(await asked(managementPort, '/startedz')).toBe(503);
  expect(await asked(managementPort, '/healthz')).toBe(200);
});

async function podsAt(others: string, publicApi: string): Promise<EdgeOptions['processes']> {
  const { port, managementPort } = await goneProcess();
  const at = (name: string): EdgeOptions['processes'][string] => ({
    name,
    anyName: name,
    slots: '2',
    port,
    managementPort,
  });
  return {
    'public-api': at(publicApi),
    'token-service': at(others),
    'application-api': at(others),
    'subscription-service': at(others),
  };
}

async function asked(managementPort: number, path: string): Promise<number> {
  return (await fetch(`http://127.0.0.1:${managementPort}${path}`)).status;
}

test('where no pod is known to be ready, any pod is asked at the address that stays', async () => {
  const { port, managementPort } = await replica((_, res) => res.end('here'));
  const pods = { name: 'gone.invalid', anyName: '127.0.0.1', slots: '2', port, managementPort };
  const proxy = await proxyBefore([], {
    processes: { 'public-api': pods, 'token-service': pods, 'application-api': pods, 'subscription-service': pods },
  });
  expect(await ask(proxy)).toMatchObject({ status: 200, body: 'here' });
});
