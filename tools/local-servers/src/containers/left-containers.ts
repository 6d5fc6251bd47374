import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { identify, isAlive, type ProcessIdentity } from '../processes/process-identity.ts';
import { containerEngine, isSettled, type Engine } from './engine.ts';

/** Who started a container: a process, in its namespace of processes and on its host. */
interface Starter extends ProcessIdentity {
  readonly host: string;
  readonly namespace: string;
}

const starterLabel = 'rapport.starter';
const folderLabel = 'rapport.folder';

/** The labels by which a container is found again: who started it, and the data folder that it works in. */
export function labelsOf(folder = ''): Record<string, string> {
  const starter = { ...here(), ...identify(process.pid) };
  return { [starterLabel]: JSON.stringify(starter), [folderLabel]: folder };
}

/** Removes the containers that work in this data folder, of any starter, and returns their number. */
export async function removeContainersOf(folder: string): Promise<number> {
  return removeWhere(await containerEngine(), `${folderLabel}=${folder}`, () => true);
}

/** Removes the containers of processes of this machine that are dead, and returns their number. */
export async function removeLeftContainers(): Promise<number> {
  const { host, namespace } = here();
  return removeWhere(await containerEngine(), starterLabel, (labels) => {
    const starter = JSON.parse(labels[starterLabel] ?? '{}') as Partial<Starter>;
    const isOfHere = starter.host === host && starter.namespace === namespace;
    return isOfHere && !isAlive({ pid: starter.pid ?? 0, startTime: starter.startTime ?? '' });
  });
}

let isSwept: Promise<unknown> | undefined;

/** The left-overs of dead processes go at the first start of a process. */
export async function removeLeftContainersOnce(): Promise<void> {
  isSwept ??= removeLeftContainers();
  await isSwept;
}

function here(): Pick<Starter, 'host' | 'namespace'> {
  return { host: hostname(), namespace: readlinkSync('/proc/self/ns/pid') };
}

async function removeWhere(
  engine: Engine,
  label: string,
  isMeant: (labels: Readonly<Record<string, string>>) => boolean,
): Promise<number> {
  const found = await engine.listContainers({ all: true, filters: { label: [label] } });
  const meant = found.filter(({ Labels }) => isMeant(Labels));
  await Promise.all(meant.map(({ Id }) => removeContainer(engine, Id)));
  return meant.length;
}

/** Ends the container at once and removes it with the volumes that it made. It may be gone already. */
export async function removeContainer(engine: Engine, id: string): Promise<void> {
  await engine
    .getContainer(id)
    .remove({ force: true, v: true })
    .catch((error: unknown) => {
      if (!isSettled(error)) {
        throw error;
      }
    });
}
