import { afterEach, expect, test } from 'vitest';
import type { EdgeOptions } from './edge-options.ts';
import { cleanUp, goneProcess, proxyBefore } from './testing/proxy.ts';

afterEach(cleanUp);

test('an edge of pods has started when it knows an address of each service, though no process there answers', async () => {
  const { managementPort } = await proxyBefore([], { processes: await podsAt('127.0.0.1', '127.0.0.1') });
  expect(await asked(managementPort, '/startedz')).toBe(200);
  expect(await asked(managementPort, '/readyz')).toBe(503);
});

test('an edge of pods that does not know the pods of a service has not started, and lives', async () => {
  const { managementPort } = await proxyBefore([], { processes: await podsAt('127.0.0.1', 'gone.invalid') });
  expect(await asked(managementPort, '/startedz')).toBe(503);
  expect(await asked(managementPort, '/healthz')).toBe(200);
});

async function podsAt(others: string, publicApi: string): Promise<EdgeOptions['processes']> {
  const { port, managementPort } = await goneProcess();
  const at = (name: string): EdgeOptions['processes'][string] => ({ name, slots: '2', port, managementPort });
  return { 'public-api': at(publicApi), 'token-service': at(others), 'application-api': at(others) };
}

async function asked(managementPort: number, path: string): Promise<number> {
  return (await fetch(`http://127.0.0.1:${managementPort}${path}`)).status;
}
