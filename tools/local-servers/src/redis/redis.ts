import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { claimDataFolder, keptPassword, releaseDataFolder, stopLeftovers } from '../data-folder.ts';
import { freePort } from '../free-port.ts';
import type { LocalServer } from '../local-server.ts';
import { pingRedis } from '../ping.ts';
import { boundToStarter } from '../processes/bound-to-starter.ts';
import { startServer } from '../processes/server-process.ts';
import { serversWay } from '../servers-way.ts';
import { redisConfiguration, redisUrl, stopSteps, type RedisOptions } from './redis-configuration.ts';
import { startRedisContainer } from './redis-container.ts';
import { redisProgram } from './redis-program.ts';

/** Starts Redis. It keeps nothing on the disk. */
export async function startRedis(options: RedisOptions): Promise<LocalServer> {
  const folder = resolve(options.dataDir);
  // Its variables and certificates name what lies on this machine, so a server that has some is a process.
  if (serversWay() === 'containers' && options.environment === undefined && options.certificate === undefined) {
    return startRedisContainer(folder, options);
  }
  const program = await redisProgram();
  await claimDataFolder(folder);
  await stopLeftovers(folder, 'redis-server', stopSteps);
  const password = await keptPassword(folder);
  const port = options.port ?? (await freePort());
  const host = options.host ?? '127.0.0.1';
  const { maxMemory, certificate } = options;
  const url = redisUrl(password, host, port, certificate === undefined ? 'redis' : 'rediss');
  const configuration = join(folder, 'redis.conf');
  const asked = { folder, host, port, password, maxMemory, certificate };
  await writeFile(configuration, redisConfiguration(asked), { mode: 0o600 });
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
