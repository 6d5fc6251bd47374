import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { claimDataFolder, releaseDataFolder, stopLeftovers } from '../data-folder.ts';
import { pingHttp } from '../ping.ts';
import { boundToStarter } from '../processes/bound-to-starter.ts';
import { startServer, type LocalServer } from '../processes/server-process.ts';
import { haproxyProgram } from './haproxy-program.ts';

export interface HaproxyOptions {
  readonly dataDir: string;
  /** The whole configuration. It serves `/healthz` at the management address. */
  readonly configuration: string;
  readonly port: number;
  readonly managementUrl: string;
  readonly logFile?: string;
}

/** The first signal lets the requests under way finish. The configuration bounds their time. */
const stopSteps = [
  { signal: 'SIGUSR1', waitMs: 12_000 },
  { signal: 'SIGTERM', waitMs: 1_000 },
] as const;

/** Buffers come and go with requests. To take them from the system each time would be a tenth of a request's cost. */
const environment = { MALLOC_TRIM_THRESHOLD_: '134217728' };

/** Starts HAProxy with that configuration, as one process that stays in the foreground. */
export async function startHaproxy(options: HaproxyOptions): Promise<LocalServer> {
  const folder = resolve(options.dataDir);
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
