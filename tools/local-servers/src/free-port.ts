import { randomInt } from 'node:crypto';
import { createServer, type ListenOptions, type Server } from 'node:net';

/**
 * These ports lie below those that the kernel gives to outgoing connections. No connection can take the port of a
 * server that restarts.
 */
const firstPort = 15_000;
const lastPort = 32_000;
const attemptsMax = 200;

/**
 * A port on 127.0.0.1 on which nothing listens. As long as this process lives no other one draws it, so a server may
 * take it late, and come back to it.
 */
export async function freePort(taken: ReadonlySet<number> = new Set()): Promise<number> {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const port = randomInt(firstPort, lastPort);
    if (!taken.has(port) && (await isFree(port)) && (await reservePort(port))) {
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

/** Whether nothing listens on the port of that address of this machine. */
export async function isFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  const probe = await listening({ port, host, exclusive: true });
  await new Promise((resolve) => (probe ? probe.close(resolve) : resolve(undefined)));
  return probe !== undefined;
}

/** Takes a name for the port that the kernel gives to one process at a time, and frees when it ends. False where it is given. */
export async function reservePort(port: number): Promise<boolean> {
  const reservation = await listening({ path: `\0rapport-port-${port}` });
  reservation?.unref();
  return reservation !== undefined;
}

function listening(options: ListenOptions): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(options, () => resolve(server));
  });
}
