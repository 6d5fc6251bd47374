import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { claimDataFolder, releaseDataFolder, stopLeftovers } from '../data-folder.ts';
import type { LocalServer } from '../local-server.ts';
import { pingHttp } from '../ping.ts';
import { boundToStarter } from '../processes/bound-to-starter.ts';
import { startServer } from '../processes/server-process.ts';
import { serversWay } from '../servers-way.ts';
import { startHaproxyContainer } from './haproxy-container.ts';
import { haproxyProgram } from './haproxy-program.ts';
import { environment, stopSteps, type HaproxyOptions } from './haproxy-options.ts';

/** Starts HAProxy with that configuration, as one process that stays in the foreground. */
export async function startHaproxy(options: HaproxyOptions): Promise<LocalServer> {
  const folder = resolve(options.dataDir);
  if (serversWay() === 'containers') {
    return startHaproxyContainer(folder, options);
  }
  const program = await haproxyProgram();
  await claimDataFolder(folder);
  await stopLeftovers(folder, 'haproxy', stopSteps);
  const configuration = join(folder, 'haproxy.cfg');
  await writeFile(configuration, options.configuration);
  const [command, ...words] = boundToStarter('TERM', [program, '-db', '-f', configuration]);
  return startServer({
    program: 'haproxy',
    command,
    arguments: words,
    folder,
    port: options.port,
    url: `http://127.0.0.1:${options.port}`,
    logFile: options.logFile ?? join(folder, 'server.log'),
    stopSteps,
    environment,
    release: () => releaseDataFolder(folder),
    answers: () => pingHttp(`${options.managementUrl}/healthz`, 1_000),
  });
}
