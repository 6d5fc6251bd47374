import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { managementPorts } from './management-ports.ts';
import { ourParts, type PlatformOptions } from './platform-options.ts';

let options: PlatformOptions;
let taker: Server | undefined;

beforeEach(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'rapport-ports-'));
  options = {
    port: 1,
    dataDir,
    stateFolder: dataDir,
    replicas: { 'public-api': 3 },
    durable: true,
    parts: ourParts,
    say: () => undefined,
  };
});

afterEach(async () => {
  taker?.close();
  taker = undefined;
  await rm(options.dataDir, { recursive: true });
});

/** Servers of tests draw theirs from higher ones. */
function somePort(): number {
  return randomInt(10_000, 14_900);
}

async function take(port: number): Promise<void> {
  taker = createServer().listen(port, '127.0.0.1');
  await once(taker, 'listening');
}

test('the ports follow one another from the chosen one, and stay those of the folder', async () => {
  const first = somePort();
  const chosen = await managementPorts({ ...options, managementPort: first });
  expect(chosen).toEqual(Array.from({ length: ourParts.services.length + 3 }, (_, index) => first + index));
  expect(await managementPorts({ ...options, managementPort: 'kept' })).toEqual(chosen);
});

test('a chosen or kept port that another process has is a failure that says who has it, and how to choose others', async () => {
  const first = somePort();
  await managementPorts({ ...options, managementPort: first });
  await take(first + 2);
  const sentence = new RegExp(`^Port ${first + 2} is taken by .*pid ${process.pid}.*--management-port`);
  for (const managementPort of [first, 'kept'] as const) {
    await expect(managementPorts({ ...options, managementPort })).rejects.toThrow(sentence);
  }
});

test('without a choice the first hundred is passed over in which a port is taken', async () => {
  const [first = 0] = await managementPorts({ ...options, managementPort: 'kept' });
  await rm(join(options.dataDir, 'ports.json'));
  await take(first + 1);
  const [next = 0] = await managementPorts({ ...options, managementPort: 'kept' });
  expect(next).toBeGreaterThan(first);
  expect(next % 100).toBe(0);
});

test('ports that another platform has chosen and does not listen on yet are passed over', async () => {
  const [first = 0] = await managementPorts({ ...options, managementPort: 'kept' });
  await rm(join(options.dataDir, 'ports.json'));
  const [next = 0] = await managementPorts({ ...options, managementPort: 'kept' });
  expect(next).toBeGreaterThan(first);
});

test('the base address is no management port', async () => {
  const first = somePort();
  const refused = managementPorts({ ...options, port: first + 1, managementPort: first });
  await expect(refused).rejects.toThrow(`Port ${first + 1} is taken by the base address`);
});
