import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { isFree } from '../free-port.ts';
import { inTurn } from '../in-turn.ts';
import { answersInTime, startFailure, type Exit, type LocalServer, type ServerFacts } from '../local-server.ts';
import { containerEngine, type Container } from './engine.ts';
import { fittingImage } from './fitting-image.ts';
import type { ImageName } from './images.ts';
import { labelsOf, removeContainer, removeContainersOf, removeLeftContainersOnce } from './left-containers.ts';
import { freezeContainer, mainProcessOf, signalContainer, thawContainer } from './running-container.ts';

export interface ContainerPlan extends ServerFacts {
  readonly image: ImageName;
  /** The data folder on this machine. */
  readonly folder: string;
  /** The address of this machine at which the port is reached. */
  readonly host: string;
  /** Whether it is in the network of the host. It else has one of its own, from which the port alone leads out. */
  readonly isInHostNetwork?: boolean;
  /** The program in place of the image's own start. */
  readonly entrypoint?: readonly string[];
  readonly command: readonly string[];
  /** The user and group of its processes; the image's own where none are given. */
  readonly user?: string | undefined;
  readonly environment?: Readonly<Record<string, string>>;
  /** Folders of this machine, by their paths in the container. */
  readonly folders?: Readonly<Record<string, string>>;
  /** The content of its files, by their paths in the container. */
  readonly files?: Readonly<Record<string, string>>;
  readonly openFiles?: number;
}

/** The last lines of an ended container may take so long to come. */
const lastWordsMs = 2_000;

/**
 * Starts the server in a container and waits until it answers. What worked in the folder before goes, and a start that
 * fails leaves nothing.
 */
export async function startContainer(plan: ContainerPlan): Promise<LocalServer> {
  try {
    return await start(plan);
  } catch (error) {
    await plan.release();
    throw error;
  }
}

async function start(plan: ContainerPlan): Promise<LocalServer> {
  const engine = await containerEngine();
  await removeLeftContainersOnce();
  await removeContainersOf(plan.folder);
  const image = await fittingImage(plan.image);
  if (!(await isFree(plan.port, plan.host))) {
    throw portTaken(plan);
  }
  const logStart = await sizeOf(plan.logFile);
  const log = new LogOf(plan.logFile);
  const created = Promise.withResolvers<string>();
  try {
    const started = (await containerOf(plan, image, log, created.resolve)).start().then(() => undefined);
    started.catch(created.reject);
    const id = await created.promise;
    const exited = exitOf(engine.getContainer(id));
    await Promise.race([started, exited]);
    if (await answersInTime(plan, exited)) {
      return running(plan, { id, pid: await mainProcessOf(id), exited, log });
    }
    await log.settled(engine.getContainer(id));
    throw await startFailure(plan, logStart);
  } catch (error) {
    await removeContainersOf(plan.folder);
    throw /port is already allocated|address already in use/i.test(String(error)) ? portTaken(plan) : error;
  }
}

/** The user of the process that starts a container, so that what the container writes is that user's. */
export function starterAsUser(): string {
  return `${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`;
}

function portTaken({ port, host }: ContainerPlan): Error {
  return new Error(
    `Port ${port} of ${host} is taken (Address already in use): end what listens there, or choose another port.`,
  );
}

interface Running {
  readonly id: string;
  readonly pid: number | null;
  readonly exited: Promise<Exit>;
  readonly log: LogOf;
}

function running(plan: ContainerPlan, { id, pid, exited, log }: Running): LocalServer {
  const next = inTurn();
  const remove = async (): Promise<void> => {
    const engine = await containerEngine();
    await exited;
    await log.settled(engine.getContainer(id));
    await removeContainer(engine, id);
  };
  return {
    pid,
    container: id,
    port: plan.port,
    url: plan.url,
    exited,
    stop: async () => {
      for (const { signal, waitMs } of [...plan.stopSteps, { signal: 'SIGKILL', waitMs: 10_000 } as const]) {
        await signalContainer(id, signal);
        if (await Promise.race([exited.then(() => true), delay(waitMs, false, { ref: false })])) {
          break;
        }
      }
      await remove();
      await plan.release();
    },
    kill: async () => {
      await signalContainer(id, 'SIGKILL');
      await remove();
    },
    freeze: () => next(() => freezeContainer(id)),
    thaw: () => next(() => thawContainer(id)),
  };
}

/** The container as the library starts it. Its id is told before it runs. */
async function containerOf(plan: ContainerPlan, image: string, log: LogOf, heedId: (id: string) => void) {
  const { GenericContainer, Wait } = await import('testcontainers');
  const { port, host, environment = {}, folders = {}, files = {} } = plan;
  class ServerContainer extends GenericContainer {
    /** The library binds ports at every address of the machine. */
    protected override beforeContainerCreated(): Promise<void> {
      if (this.exposedPorts.length > 0) {
        this.hostConfig.PortBindings = { [`${port}/tcp`]: [{ HostIp: host, HostPort: String(port) }] };
      }
      this.hostConfig.LogConfig = { Type: 'json-file', Config: { 'max-size': '20m', 'max-file': '1' } };
      return Promise.resolve();
    }

    protected override containerCreated(id: string): Promise<void> {
      heedId(id);
      return Promise.resolve();
    }
  }
  const container = new ServerContainer(image)
    .withCommand([...plan.command])
    .withEnvironment({ TZ: 'UTC', ...environment })
    .withLabels(labelsOf(plan.folder))
    .withSharedMemorySize(sharedMemoryBytes)
    .withBindMounts(Object.entries(folders).map(([target, source]) => ({ source, target, mode: 'rw' as const })))
    .withCopyContentToContainer(Object.entries(files).map(([target, content]) => ({ target, content, mode: 0o644 })))
    .withLogConsumer((stream) => log.follow(stream))
    // Whether it answers is asked as of a process.
    .withWaitStrategy(Wait.forAll([]));
  if (plan.entrypoint !== undefined) {
    container.withEntrypoint([...plan.entrypoint]);
  }
  if (plan.user !== undefined) {
    container.withUser(plan.user);
  }
  if (plan.openFiles !== undefined) {
    container.withUlimits({ nofile: { soft: plan.openFiles, hard: plan.openFiles } });
  }
  return plan.isInHostNetwork === true
    ? container.withNetworkMode('host')
    : container.withExposedPorts({ container: port, host: port });
}

/** Workers of PostgreSQL share more than the 64 MB that a container gets by itself. */
const sharedMemoryBytes = 1_073_741_824;

/** Settles when the container has ended or is gone. */
async function exitOf(container: Container): Promise<Exit> {
  try {
    while ((await container.inspect()).State.Status === 'created') {
      await delay(20);
    }
    const { StatusCode } = (await container.wait()) as { StatusCode: number };
    const [signal] = Object.entries(constants.signals).find(([, number]) => number === StatusCode - 128) ?? [];
    return signal === undefined ? { code: StatusCode, signal: null } : { code: null, signal: signal as NodeJS.Signals };
  } catch {
    return { code: null, signal: null };
  }
}

/** The log of a container, as a file of this machine. */
class LogOf {
  readonly #path: string;
  #written: Promise<void> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  follow(stream: Readable): void {
    this.#written = finished(stream.pipe(createWriteStream(this.#path, { flags: 'a', mode: 0o600 })));
    this.#written.catch(() => undefined);
  }

  /** Waits for the last lines of an ended container, or brings the lines of one that ended too early to be followed. */
  async settled(container: Container): Promise<void> {
    if (this.#written === undefined) {
      const lines = await linesOf(container).catch(() => undefined);
      if (lines === undefined) {
        return;
      }
      this.follow(lines);
    }
    await Promise.race([this.#written?.catch(() => undefined), delay(lastWordsMs, undefined, { ref: false })]);
  }
}

async function linesOf(container: Container): Promise<Readable> {
  const { getContainerRuntimeClient } = await import('testcontainers');
  return (await getContainerRuntimeClient()).container.logs(container);
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}
