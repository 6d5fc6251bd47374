import { join } from 'node:path';
import { Failure } from '@rapport/command-line';
import { freePorts, reservePort } from '@rapport/local-servers';
import { readWhole, writeWhole } from '../state-file.ts';
import type { PlatformOptions } from './platform-options.ts';
import { isPortFree, portHolder } from './port-holder.ts';

/** The first management port of a platform whose operator chose no other one, where nothing else has it. */
export const firstManagementPort = 9_100;
const nextPlatform = 100;
const lastPort = 65_535;

/**
 * The management ports of all processes: that of the edge, those of each service's first process, then those of further
 * ones. What reads metrics needs them to stay, so the first one is kept in the data folder.
 */
export async function managementPorts(options: PlatformOptions): Promise<number[]> {
  const { dataDir, parts, replicas, managementPort } = options;
  const count = 1 + parts.services.reduce((sum, { name }) => sum + (replicas[name] ?? 1), 0);
  if (managementPort === undefined) {
    return freePorts(count);
  }
  const kept = await readWhole<Kept>(keptFile(dataDir));
  const wanted = managementPort === 'kept' ? kept?.managementPort : managementPort;
  const ports = wanted === undefined ? await freeRange(options, count) : await requiredRange(options, wanted, count);
  await writeWhole(keptFile(dataDir), JSON.stringify({ managementPort: ports[0] }), 0o644);
  return ports;
}

interface Kept {
  readonly managementPort: number;
}

function keptFile(dataDir: string): string {
  return join(dataDir, 'ports.json');
}

async function freeRange(options: PlatformOptions, count: number): Promise<number[]> {
  for (let first = firstManagementPort; first + count <= lastPort; first += nextPlatform) {
    const ports = rangeOf(first, count);
    // Another platform that starts may have chosen them, and binds them much later.
    if ((await takenOf(options, ports)) === undefined && (await reservePort(first))) {
      return ports;
    }
  }
  throw new Failure(`There are no ${count} free ports from ${firstManagementPort} on; choose with --management-port.`);
}

async function requiredRange(options: PlatformOptions, first: number, count: number): Promise<number[]> {
  const ports = rangeOf(first, count);
  const taken = await takenOf(options, ports);
  if (taken !== undefined) {
    const holder = taken === options.port ? 'the base address' : await portHolder(taken);
    throw new Failure(
      `Port ${taken} is taken by ${holder}, and the metrics need ${first} to ${ports.at(-1)}; choose others with --management-port.`,
    );
  }
  await reservePort(first);
  return ports;
}

async function takenOf({ port }: PlatformOptions, ports: readonly number[]): Promise<number | undefined> {
  const areFree = await Promise.all(ports.map(async (each) => each !== port && (await isPortFree(each))));
  return ports[areFree.indexOf(false)];
}

function rangeOf(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}
