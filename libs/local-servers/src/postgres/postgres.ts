import { join, resolve } from 'node:path';
import { claimDataFolder, keptPassword, releaseDataFolder, stopLeftovers } from '../data-folder.ts';
import { freePort } from '../free-port.ts';
import { pingPostgres } from '../ping.ts';
import { boundToStarter } from '../processes/bound-to-starter.ts';
import { startServer, type LocalServer } from '../processes/server-process.ts';
import { administrator, initialiseCluster, removeStaleLock } from './postgres-cluster.ts';
import { postgresProgram } from './postgres-program.ts';
import { unprivileged } from './unprivileged.ts';

export interface PostgresOptions {
  readonly dataDir: string;
  /** The address of this machine at which it listens, 127.0.0.1 where none is given. */
  readonly host?: string;
  /** A free one when it is not given. */
  readonly port?: number;
  /** False where a crash of the machine may lose everything, as in tests. Then nothing is forced to the disk. */
  readonly durable?: boolean;
  readonly logFile?: string;
  /** Settings beyond our own, by their names in postgresql.conf. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Variables of the server's processes beyond our own. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** The first signal is a fast shutdown, which ends the connections. The second is an immediate one. */
const stopSteps = [
  { signal: 'SIGINT', waitMs: 10_000 },
  { signal: 'SIGQUIT', waitMs: 5_000 },
] as const;

/** Starts PostgreSQL. A start makes the folder where it is missing, and stops what a dead owner left. */
export async function startPostgres(options: PostgresOptions): Promise<LocalServer> {
  const folder = resolve(options.dataDir);
  const cluster = join(folder, 'cluster');
  await claimDataFolder(folder);
  await stopLeftovers(cluster, 'postgres', stopSteps);
  const password = await keptPassword(folder);
  await initialiseCluster(cluster, join(folder, 'password'));
  await removeStaleLock(cluster);
  const port = options.port ?? (await freePort());
  const host = options.host ?? '127.0.0.1';
  const url = `postgres://${administrator}:${password}@${host}:${port}/postgres`;
  const settings = settingArguments({ ...settingsFor(host, port, options.durable ?? true), ...options.settings });
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

function settingsFor(host: string, port: number, durable: boolean): Record<string, string> {
  return {
    port: String(port),
    listen_addresses: host,
    // No socket file: its path would have to be shorter than data folders may be.
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    max_connections: '200',
    // Requests of five hundred tenants touch more files and pages than PostgreSQL keeps open and in memory by itself.
    shared_buffers: '1GB',
    max_files_per_process: '8000',
    jit: 'off',
    log_checkpoints: 'off',
    // A taken code is an everyday answer, and the statements that meet one would fill the log.
    log_min_error_statement: 'panic',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
}

function settingArguments(settings: Readonly<Record<string, string>>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
