import { spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import { answersInTime, startFailure, type Exit, type LocalServer, type ServerFacts } from '../local-server.ts';
import { inTurn } from '../in-turn.ts';
import {
  identify,
  processesWorkingIn,
  sendSignal,
  stopProcess,
  untilHeld,
  type ProcessIdentity,
} from './process-identity.ts';

export interface ServerCommand extends ServerFacts {
  readonly command: string;
  readonly arguments: readonly string[];
  readonly folder: string;
  /** Variables beyond those that every server gets. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
}

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
  const { stop, ...faults } = running(server, identity, exited);
  if (!(await answersInTime(server, exited))) {
    await stop();
    throw await startFailure(server, logStart);
  }
  return { pid, port: server.port, url: server.url, exited, stop, ...faults };
}

function running(
  server: ServerCommand,
  identity: ProcessIdentity,
  exited: Promise<Exit>,
): Pick<LocalServer, 'stop' | 'kill' | 'freeze' | 'thaw'> {
  const next = inTurn();
  /** The main process comes first, so that a held one makes no worker that the list lacks. */
  const signalAll = (signal: NodeJS.Signals): Promise<void> =>
    next(async () => {
      sendSignal(identity, signal);
      const workers = await processesWorkingIn(server.folder, server.program);
      for (const worker of workers) {
        sendSignal(worker, signal);
      }
      if (signal === 'SIGSTOP') {
        await Promise.all([identity, ...workers].map(untilHeld));
      }
    });
  return {
    stop: async () => {
      // A frozen server that is asked to stop waits for its workers, which may be frozen too.
      await signalAll('SIGCONT');
      await stopProcess(identity, server.stopSteps);
      await exited;
      await server.release();
    },
    kill: async () => {
      await signalAll('SIGKILL');
      await exited;
    },
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
  };
}
