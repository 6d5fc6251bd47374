import type { IssuedCertificate } from '../private-authority.ts';

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
  /** With one it speaks TLS too, at the same port, and is a process, whatever RAPPORT_SERVERS says. */
  readonly certificate?: IssuedCertificate;
  /** Variables of the server's processes beyond our own. A server that gets some is a process, whatever RAPPORT_SERVERS says. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** The first signal is a fast shutdown, which ends the connections. The second is an immediate one. */
export const stopSteps = [
  { signal: 'SIGINT', waitMs: 10_000 },
  { signal: 'SIGQUIT', waitMs: 5_000 },
] as const;

export const administrator = 'postgres';

/**
 * A cluster's options. The locale is builtin, so text sorts alike on every system; searches ask the character types
 * of the system which characters are letters.
 */
export const clusterOptions: readonly string[] = [
  '--auth=scram-sha-256',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  '--lc-ctype=C.UTF-8',
  '--encoding=UTF8',
  '--no-sync',
];

export function postgresUrl(password: string, host: string, port: number): string {
  return `postgres://${administrator}:${password}@${host}:${port}/postgres`;
}

/** The settings that a server has in either way. */
export function postgresSettings(
  port: number,
  { durable = true, certificate }: PostgresOptions,
): Record<string, string> {
  return {
    port: String(port),
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
    ...(certificate === undefined ? {} : { ssl: 'on' }),
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
}

export function settingArguments(settings: Readonly<Record<string, string>>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
