import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * These ports lie below those that the kernel gives to outgoing connections. No connection can take the port of a
 * server that restarts.
 */
const firstPort = 15_000;
const lastPort = 32_000;
const attemptsMax = 200;

/** A port on 127.0.0.1 on which nothing listens. It is drawn at random, so that two processes rarely find the same. */
export async function freePort(taken: ReadonlySet<number> = new Set()): Promise<number> {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const port = randomInt(firstPort, lastPort);
    if (!taken.has(port) && (await isFree(port))) {
      return port;
    }
  }
  throw new Error(`No free port found between ${firstPort} and ${lastPort}.`);
}

/** That many different free ports. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    ports.add(await freePort(ports));
  }
  return [...ports];
}

/** Whether nothing listens on the port of 127.0.0.1. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)));
  });
}
