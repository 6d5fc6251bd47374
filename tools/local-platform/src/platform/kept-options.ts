import { isDeepStrictEqual } from 'node:util';
import { join } from 'node:path';
import { readWhole, writeWhole, type StateFile } from '../state-file.ts';
import type { PlatformOptions } from './platform-options.ts';
import { secretsFolder } from './secrets.ts';

/** The options of a start beside port and folder. Settings and the address of an SMTP server may hold secrets. */
type KeptOptions = Pick<PlatformOptions, 'mailUrl' | 'origins' | 'redirects' | 'settings' | 'replicas'>;

export async function keepOptions(options: PlatformOptions): Promise<void> {
  const { mailUrl, origins, redirects, settings, replicas } = options;
  const kept = { mailUrl, origins, redirects, settings, replicas };
  await writeWhole(keptFile(options.dataDir), JSON.stringify(kept), 0o600);
}

/** The options whose values the running platform does not have, as they are typed. One that is not given changes nothing. */
export async function optionsNotTakenUp(options: PlatformOptions, running: StateFile): Promise<string[]> {
  const kept = (await readWhole<KeptOptions>(keptFile(running.dataDir))) ?? { replicas: {} };
  const { cells, managementPort, mailUrl, origins = [], redirects = [], settings = {} } = options;
  const edge = running.services.find(({ name }) => name === 'edge');
  const replicas = Object.entries(options.replicas);
  const runningCells = running.servers.filter(({ name }) => name.startsWith('postgres')).length;
  const isMissed = {
    '--management-port':
      typeof managementPort === 'number' && edge !== undefined && portOf(edge.managementUrl) !== managementPort,
    '--replicas': replicas.some(([name, count]) => (kept.replicas[name] ?? 1) !== count),
    '--cells': cells !== undefined && cells !== runningCells,
    '--mail': mailUrl !== undefined && mailUrl !== kept.mailUrl,
    '--origin': origins.length > 0 && !isDeepStrictEqual(origins, kept.origins),
    '--redirect': redirects.length > 0 && !isDeepStrictEqual(redirects, kept.redirects),
    '--env': Object.keys(settings).length > 0 && !isDeepStrictEqual(settings, kept.settings),
  };
  return Object.entries(isMissed).flatMap(([option, isSo]) => (isSo ? [option] : []));
}

function keptFile(dataDir: string): string {
  return join(secretsFolder(dataDir), 'options.json');
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}
