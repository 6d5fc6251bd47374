import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startContainer, starterAsUser } from '../containers/server-container.ts';
import { claimDataFolder, keptPassword, releaseDataFolder } from '../data-folder.ts';
import { freePort } from '../free-port.ts';
import type { LocalServer } from '../local-server.ts';
import { pingPostgres } from '../ping.ts';
import {
  administrator,
  clusterOptions,
  postgresSettings,
  postgresUrl,
  settingArguments,
  stopSteps,
  type PostgresOptions,
} from './postgres-settings.ts';

/** Starts the official image of PostgreSQL on the data in the folder. The image makes the cluster where there is none. */
export async function startPostgresContainer(folder: string, options: PostgresOptions): Promise<LocalServer> {
  await claimDataFolder(folder, 'containers');
  const password = await keptPassword(folder);
  const data = join(folder, 'data');
  await mkdir(data, { recursive: true });
  const port = options.port ?? (await freePort());
  const host = options.host ?? '127.0.0.1';
  const url = postgresUrl(password, host, port);
  const settings = { ...postgresSettings(port, options), listen_addresses: '*', ...options.settings };
  return startContainer({
    image: 'postgres',
    program: 'postgres',
    folder,
    host,
    port,
    url,
    logFile: options.logFile ?? join(folder, 'server.log'),
    stopSteps,
    // The image has a user of its own, because PostgreSQL refuses to run as root.
    user: process.getuid?.() === 0 ? undefined : starterAsUser(),
    command: ['postgres', ...settingArguments(settings)],
    environment: {
      POSTGRES_USER: administrator,
      POSTGRES_PASSWORD_FILE: passwordFile,
      POSTGRES_INITDB_ARGS: clusterOptions.join(' '),
    },
    folders: { '/var/lib/postgresql': data },
    files: { [passwordFile]: password },
    release: () => releaseDataFolder(folder),
    answers: () => pingPostgres(url, 2_000),
  });
}

const passwordFile = '/run/rapport-password';
