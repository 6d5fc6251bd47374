import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from '../data-folder.ts';
import { freePorts, isFree } from '../free-port.ts';
import type { KafkaPorts } from './kafka-properties.ts';

export interface KafkaOptions {
  readonly dataDir: string;
  /** The address of this machine at which clients reach it, 127.0.0.1 where none is given. */
  readonly host?: string;
  /** The ports that the folder keeps when none are given. */
  readonly ports?: KafkaPorts;
  readonly logFile?: string;
  /** Settings beyond our own, by their names in server.properties. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Variables of its process. */
  readonly environment?: Readonly<Record<string, string>>;
}

/**
 * The ports of a data folder's broker. Clients and the quorum's voters name them, so they are chosen once and kept
 * until another program takes one of them.
 */
export async function keptKafkaPorts(dataDir: string): Promise<KafkaPorts> {
  const path = join(dataDir, 'ports.json');
  const kept = readPorts(await readFile(path, 'utf8').catch(() => ''));
  if (kept !== undefined && (await isFree(kept.client)) && (await isFree(kept.controller))) {
    return kept;
  }
  const [client = 0, controller = 0] = await freePorts(2);
  const ports = { client, controller };
  await mkdir(dataDir, { recursive: true });
  await writeAtomically(path, JSON.stringify(ports));
  return ports;
}

/** The ports, or undefined where the file is not whole. */
function readPorts(text: string): KafkaPorts | undefined {
  const [, client, controller] = /^\{"client":(\d+),"controller":(\d+)\}$/.exec(text.trim()) ?? [];
  const ports = { client: Number(client), controller: Number(controller) };
  return Object.values(ports).every((port) => port > 0 && port < 65_536) ? ports : undefined;
}
