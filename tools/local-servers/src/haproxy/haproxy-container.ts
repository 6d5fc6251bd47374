import { join } from 'node:path';
import { startContainer, starterAsUser } from '../containers/server-container.ts';
import { claimDataFolder, releaseDataFolder } from '../data-folder.ts';
import type { LocalServer } from '../local-server.ts';
import { openFilesMax } from '../open-files.ts';
import { pingHttp } from '../ping.ts';
import { environment, stopSteps, type HaproxyOptions } from './haproxy-options.ts';

/**
 * Starts the official image of HAProxy. It is in the host's network, where it reaches the services and sees the addresses of
 * its callers.
 */
export async function startHaproxyContainer(folder: string, options: HaproxyOptions): Promise<LocalServer> {
  await claimDataFolder(folder, 'containers');
  return startContainer({
    image: 'haproxy',
    program: 'haproxy',
    folder,
    host: '127.0.0.1',
    port: options.port,
    url: `http://127.0.0.1:${options.port}`,
    logFile: options.logFile ?? join(folder, 'server.log'),
    stopSteps,
    isInHostNetwork: true,
    user: starterAsUser(),
    entrypoint: ['haproxy'],
    command: ['-db', '-f', configuration],
    environment,
    files: { [configuration]: options.configuration },
    openFiles: await openFilesMax(),
    release: () => releaseDataFolder(folder),
    answers: () => pingHttp(`${options.managementUrl}/healthz`, 1_000),
  });
}

const configuration = '/usr/local/etc/haproxy/haproxy.cfg';
