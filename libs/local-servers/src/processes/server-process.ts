import { spawn } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { identify, processesWorkingIn, sendSignal, stopProcess } from './process-identity.ts';

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A server that runs as a process of its own on this machine. */
export interface LocalServer {
  readonly pid: number;
  readonly port: number;
  /** Its address over TCP, with the administrator's name and password. */
  readonly url: string;
  /** Settles when the process has ended in any way, and never rejects. */
  readonly exited: Promise<Exit>;
  stop(): Promise<void>;
}

export interface ServerCommand {
  /** The name that the kernel shows for the server's processes. */
  readonly program: string;
  readonly command: string;
  readonly arguments: readonly string[];
  readonly folder: string;
  /** Gives up the ownership of the data folder. */
  release(): Promise<void>;
  readonly port: number;
  readonly url: string;
  readonly logFile: string;
  /** The signals that ask the server to stop, the politest first. */
  readonly stopSteps: readonly { signal: NodeJS.Signals; waitMs: number }[];
  /** Variables beyond those that every server gets. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  answers(): Promise<boolean>;
}

const startTimeoutMs = 60_000;

/** Starts the process and waits until it answers. It fails where the process ends before or does not answer in time. */
export async function startServer(server: ServerCommand): Promise<LocalServer> {
  const log = await open(server.logFile, 'a', 0o600);
  const logStart = (await log.stat()).size;
  const child = spawn(server.command, server.arguments, {
    cwd: server.folder,
    detached: true,
    env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', TZ: 'UTC', ...server.environment },
    stdio: ['ignore', log.fd, log.fd],
  });
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', () => resolve({ code: 127, signal: null }));
  });
  await log.close();
  const { pid } = child;
  const identity = pid === undefined ? undefined : identify(pid);
  if (pid === undefined || identity === undefined) {
    await server.release();
    throw await startFailure(server, logStart);
  }
  const stop = async (): Promise<void> => {
    await thaw(server);
    await stopProcess(identity, server.stopSteps);
    await exited;
    await server.release();
  };
  if (!(await answersInTime(server, exited))) {
    await stop();
    throw await startFailure(server, logStart);
  }
  return { pid, port: server.port, url: server.url, exited, stop };
}

/** A frozen server that is asked to stop waits for its workers, which may be frozen too. */
async function thaw(server: ServerCommand): Promise<void> {
  for (const worker of await processesWorkingIn(server.folder, server.program)) {
    sendSignal(worker, 'SIGCONT');
  }
}

async function answersInTime(server: ServerCommand, exited: Promise<Exit>): Promise<boolean> {
  let ended = false;
  void exited.then(() => (ended = true));
  const until = performance.now() + startTimeoutMs;
  while (!ended && performance.now() < until) {
    if (await server.answers()) {
      return !ended;
    }
    await Promise.race([delay(30), exited]);
  }
  return false;
}

async function startFailure(server: ServerCommand, logStart: number): Promise<Error> {
  const log = await readFile(server.logFile).catch(() => Buffer.alloc(0));
  const lines = log.subarray(logStart).toString().trim().split('\n').slice(-3).join(' | ');
  return new Error(`${server.program} did not start${lines === '' ? '.' : `: ${lines}`}`);
}
