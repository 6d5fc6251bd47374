import { join, resolve } from 'node:path';
import { claimDataFolder, keptPassword, releaseDataFolder, stopLeftovers } from '../data-folder.ts';
import { freePort } from '../free-port.ts';
import type { LocalServer } from '../local-server.ts';
import { pingPostgres } from '../ping.ts';
import { boundToStarter } from '../processes/bound-to-starter.ts';
import { startServer } from '../processes/server-process.ts';
import { serversWay } from '../servers-way.ts';
import { initialiseCluster, putCertificate, removeStaleLock } from './postgres-cluster.ts';
import { startPostgresContainer } from './postgres-container.ts';
import { postgresProgram } from './postgres-program.ts';
import {
  postgresSettings,
  postgresUrl,
  settingArguments,
  stopSteps,
  type PostgresOptions,
} from './postgres-settings.ts';
import { unprivileged } from './unprivileged.ts';

/** Starts PostgreSQL. A start makes the folder where it is missing, and stops what a dead owner left. */
export async function startPostgres(options: PostgresOptions): Promise<LocalServer> {
  const folder = resolve(options.dataDir);
  // Its variables and certificates name what lies on this machine, so a server that has some is a process.
  if (serversWay() === 'containers' && options.environment === undefined && options.certificate === undefined) {
    return startPostgresContainer(folder, options);
  }
  const cluster = join(folder, 'cluster');
  await claimDataFolder(folder);
  await stopLeftovers(cluster, 'postgres', stopSteps);
  const password = await keptPassword(folder);
  await initialiseCluster(cluster, join(folder, 'password'));
  await removeStaleLock(cluster);
  if (options.certificate !== undefined) {
    await putCertificate(cluster, options.certificate);
  }
  const port = options.port ?? (await freePort());
  const host = options.host ?? '127.0.0.1';
  const url = postgresUrl(password, host, port);
  // No socket file: its path would have to be shorter than data folders may be.
  const own = { listen_addresses: host, unix_socket_directories: '' };
  const settings = settingArguments({ ...postgresSettings(port, options), ...own, ...options.settings });
  const postgres = boundToStarter('INT', [postgresProgram('postgres'), '-D', cluster, ...settings]);
  const [command, ...wrapped] = unprivileged(postgres);
  return startServer({
    program: 'postgres',
    command,
    arguments: wrapped,
    folder: cluster,
    port,
    url,
    logFile: options.logFile ?? join(folder, 'server.log'),
    stopSteps,
    release: () => releaseDataFolder(folder),
    environment: options.environment,
    answers: () => pingPostgres(url, 2_000),
  });
}
