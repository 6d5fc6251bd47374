import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { StopStep } from './processes/process-identity.ts';
import type { Runner } from './runner.ts';

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A server that runs on this machine, as a process of its own or in a container. */
export interface LocalServer extends Pick<Runner, 'pid' | 'container'> {
  readonly port: number;
  /** Its address over TCP, with the administrator's name and password. */
  readonly url: string;
  /** Settles when the server has ended in any way, and never rejects. */
  readonly exited: Promise<Exit>;
  stop(): Promise<void>;
  /** Ends it with all its workers at once, without asking. */
  kill(): Promise<void>;
  /** Holds it and all its workers where they are. */
  freeze(): Promise<void>;
  /** Lets it go on where it was frozen. */
  thaw(): Promise<void>;
}

/** The facts that a start needs of a server, whichever way it starts it. */
export interface ServerFacts {
  /** The name that the kernel shows for the server's processes. */
  readonly program: string;
  readonly port: number;
  readonly url: string;
  readonly logFile: string;
  /** The signals that ask the server to stop, the politest first. */
  readonly stopSteps: readonly StopStep[];
  /** Gives up the ownership of the data folder. */
  release(): Promise<void>;
  answers(): Promise<boolean>;
}

const startTimeoutMs = 60_000;

/** Whether the server answers before it has ended, and in time. */
export async function answersInTime(server: ServerFacts, exited: Promise<Exit>): Promise<boolean> {
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

/** The failure of a start, with the last words of the log behind its length before the start. */
export async function startFailure(server: ServerFacts, logStart: number): Promise<Error> {
  const log = await readFile(server.logFile).catch(() => Buffer.alloc(0));
  const lines = log.subarray(logStart).toString().trim().split('\n').slice(-3).join(' | ');
  return new Error(`${server.program} did not start${lines === '' ? '.' : `: ${lines}`}`);
}
