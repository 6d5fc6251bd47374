import { join } from 'node:path';
import { startContainer, starterAsUser } from '../containers/server-container.ts';
import { claimDataFolder, keptPassword, releaseDataFolder } from '../data-folder.ts';
import { freePort } from '../free-port.ts';
import type { LocalServer } from '../local-server.ts';
import { pingRedis } from '../ping.ts';
import { redisConfiguration, redisUrl, stopSteps, type RedisOptions } from './redis-configuration.ts';

/** Starts the official image of Redis. */
export async function startRedisContainer(folder: string, options: RedisOptions): Promise<LocalServer> {
  await claimDataFolder(folder, 'containers');
  const password = await keptPassword(folder);
  const port = options.port ?? (await freePort());
  const host = options.host ?? '127.0.0.1';
  const url = redisUrl(password, host, port);
  const { maxMemory } = options;
  return startContainer({
    image: 'redis',
    program: 'redis-server',
    folder,
    host,
    port,
    url,
    logFile: options.logFile ?? join(folder, 'server.log'),
    stopSteps,
    user: starterAsUser(),
    command: ['redis-server', configuration],
    files: { [configuration]: redisConfiguration({ folder: '/data', host: '*', port, password, maxMemory }) },
    release: () => releaseDataFolder(folder),
    answers: () => pingRedis(url, 1_000),
  });
}

const configuration = '/usr/local/etc/redis.conf';
