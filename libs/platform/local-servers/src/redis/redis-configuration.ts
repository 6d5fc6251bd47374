export interface RedisOptions {
  readonly dataDir: string;
  /** The address of this machine at which it listens, 127.0.0.1 where none is given. */
  readonly host?: string;
  /** A free one when it is not given. */
  readonly port?: number;
  readonly logFile?: string;
  readonly maxMemory?: string;
  /** Variables of its process. A server that gets some is a process, whatever RAPPORT_SERVERS says. */
  readonly environment?: Readonly<Record<string, string>>;
}

export const stopSteps = [{ signal: 'SIGTERM', waitMs: 5_000 }] as const;

export function redisUrl(password: string, host: string, port: number): string {
  return `redis://:${password}@${host}:${port}`;
}

export function redisConfiguration({ folder, host, port, password, maxMemory = '256mb' }: Configuration): string {
  return [
    `bind ${host}`,
    'protected-mode yes',
    `port ${port}`,
    `requirepass ${password}`,
    `dir ${JSON.stringify(folder)}`,
    'save ""',
    'appendonly no',
    `maxmemory ${maxMemory}`,
    'maxmemory-policy noeviction',
    'daemonize no',
    '',
  ].join('\n');
}

interface Configuration {
  readonly folder: string;
  readonly host: string;
  readonly port: number;
  readonly password: string;
  readonly maxMemory?: string | undefined;
}
