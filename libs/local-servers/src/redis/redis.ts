import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { claimDataFolder, keptPassword, releaseDataFolder, stopLeftovers } from '../data-folder.ts';
import { freePort } from '../free-port.ts';
import { pingRedis } from '../ping.ts';
import { boundToStarter } from '../processes/bound-to-starter.ts';
import { startServer, type LocalServer } from '../processes/server-process.ts';
import { redisProgram } from './redis-program.ts';

export interface RedisOptions {
  readonly dataDir: string;
  /** The address of this machine at which it listens, 127.0.0.1 where none is given. */
  readonly host?: string;
  /** A free one when it is not given. */
  readonly port?: number;
  readonly logFile?: string;
  readonly maxMemory?: string;
  /** Variables of its process. */
  readonly environment?: Readonly<Record<string, string>>;
}

const stopSteps = [{ signal: 'SIGTERM', waitMs: 5_000 }] as const;

/** Starts Redis. It keeps nothing on the disk. */
export async function startRedis(options: RedisOptions): Promise<LocalServer> {
  const folder = resolve(options.dataDir);
  const program = await redisProgram();
  await claimDataFolder(folder);
  await stopLeftovers(folder, 'redis-server', stopSteps);
  const password = await keptPassword(folder);
  const port = options.port ?? (await freePort());
  const host = options.host ?? '127.0.0.1';
  const url = `redis://:${password}@${host}:${port}`;
  const configuration = join(folder, 'redis.conf');
  await writeFile(
    configuration,
    configurationText({ folder, host, port, password, maxMemory: options.maxMemory ?? '256mb' }),
    {
      mode: 0o600,
    },
  );
  const [command, ...words] = boundToStarter('TERM', [program, configuration]);
  return startServer({
    program: 'redis-server',
    command,
    arguments: words,
    folder,
    port,
    url,
    logFile: options.logFile ?? join(folder, 'server.log'),
    stopSteps,
    environment: options.environment,
    release: () => releaseDataFolder(folder),
    answers: () => pingRedis(url, 1_000),
  });
}

interface Configuration {
  readonly folder: string;
  readonly host: string;
  readonly port: number;
  readonly password: string;
  readonly maxMemory: string;
}

function configurationText({ folder, host, port, password, maxMemory }: Configuration): string {
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
