import { connect } from 'node:net';
import type { ContainerRuntimeClient } from 'testcontainers';

/** The engine of this machine for containers. */
export type Engine = ContainerRuntimeClient['container']['dockerode'];
export type Container = ReturnType<Engine['getContainer']>;

let connected: Promise<Engine> | undefined;

/** The engine. It fails with one sentence where none answers, or where this user may not use it. */
export function containerEngine(): Promise<Engine> {
  connected ??= connectToEngine().catch((error: unknown) => {
    connected = undefined;
    throw error;
  });
  return connected;
}

/** Whether the engine says that what was asked for is so already, or is gone. */
export function isSettled(error: unknown): boolean {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  const message = error instanceof Error ? error.message : '';
  return (
    status === 404 ||
    status === 304 ||
    /is not paused|is already paused|is not running|already in progress/.test(message)
  );
}

async function connectToEngine(): Promise<Engine> {
  const host = process.env['DOCKER_HOST'];
  const socket = host === undefined ? undefined : socketOf(host);
  // The library would take another engine that it finds where this one does not answer.
  if (socket !== undefined && (await knock(socket)) !== 'answers') {
    throw new Error(await reason(host));
  }
  const { getContainerRuntimeClient } = await import('testcontainers');
  const client = await getContainerRuntimeClient().catch(async (cause: unknown) => {
    throw new Error(await reason(host), { cause });
  });
  const engine = client.container.dockerode;
  await chooseReaper(engine);
  return engine;
}

async function reason(host = `unix://${usualSocket}`): Promise<string> {
  const socket = socketOf(host);
  if (socket !== undefined && (await knock(socket)) === 'forbidden') {
    return `This user may not use the engine for containers at ${socket}: add the user to the group that owns it, or leave out RAPPORT_SERVERS, which starts servers as processes.`;
  }
  return `No engine for containers answers at ${host}: start Docker, name its address in DOCKER_HOST, or leave out RAPPORT_SERVERS, which starts servers as processes.`;
}

const usualSocket = '/var/run/docker.sock';

function socketOf(host: string): string | undefined {
  return /^unix:\/\/(.+)$/.exec(host)?.[1];
}

function knock(socket: string): Promise<'answers' | 'forbidden' | 'silent'> {
  return new Promise((resolve) => {
    const probe = connect(socket, () => {
      probe.destroy();
      resolve('answers');
    });
    probe.on('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EACCES' ? 'forbidden' : 'silent'));
  });
}

/** The library's own cleaner is an image. It cleans up where the engine has it, and is not fetched for that. */
async function chooseReaper(engine: Engine): Promise<void> {
  if (process.env['TESTCONTAINERS_RYUK_DISABLED'] !== undefined) {
    return;
  }
  const wanted = process.env['RYUK_CONTAINER_IMAGE'];
  const tags = (await engine.listImages()).flatMap(({ RepoTags }) => RepoTags ?? []);
  const there = tags.find((tag) => (wanted === undefined ? tag.startsWith('testcontainers/ryuk:') : tag === wanted));
  if (there === undefined) {
    process.env['TESTCONTAINERS_RYUK_DISABLED'] = 'true';
  } else {
    process.env['RYUK_CONTAINER_IMAGE'] = there;
  }
}
