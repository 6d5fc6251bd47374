import { setTimeout as delay } from 'node:timers/promises';
import { containerEngine } from './containers/engine.ts';
import { removeContainer } from './containers/left-containers.ts';
import { isContainerRunning, signalContainer } from './containers/running-container.ts';
import { identify, isAlive, stopProcess, type ProcessIdentity, type StopStep } from './processes/process-identity.ts';

/** A process of this machine, or a container with its main process. */
export interface Runner {
  /** Null where the main process of a container lies in a namespace of processes that this one does not see. */
  readonly pid: number | null;
  readonly startTime: string | null;
  /** The id of the container. */
  readonly container?: string | undefined;
}

/** The runner with the start of its process. */
export function runnerOf({
  pid,
  container,
}: {
  readonly pid: number | null;
  readonly container?: string | null | undefined;
}): Runner {
  const startTime = (pid === null ? undefined : identify(pid)?.startTime) ?? null;
  return { pid, startTime, ...(typeof container === 'string' && { container }) };
}

export async function isRunning(runner: Runner): Promise<boolean> {
  const process = processOf(runner);
  if (process !== undefined || runner.container === undefined) {
    return process !== undefined && isAlive(process);
  }
  return isContainerRunning(runner.container);
}

/** Stops a process as `stopProcess` does. A container is removed as well. */
export async function stopRunner(runner: Runner, steps: readonly StopStep[]): Promise<void> {
  const { container } = runner;
  if (container === undefined) {
    const process = processOf(runner);
    await (process && stopProcess(process, steps));
    return;
  }
  for (const { signal, waitMs } of steps) {
    await signalContainer(container, signal);
    if (await endsWithin(runner, waitMs)) {
      break;
    }
  }
  await removeContainer(await containerEngine(), container);
}

function processOf({ pid, startTime }: Runner): ProcessIdentity | undefined {
  return pid === null || startTime === null ? undefined : { pid, startTime };
}

async function endsWithin(runner: Runner, waitMs: number): Promise<boolean> {
  const until = performance.now() + waitMs;
  while (await isRunning(runner)) {
    if (performance.now() >= until) {
      return false;
    }
    await delay(50);
  }
  return true;
}
