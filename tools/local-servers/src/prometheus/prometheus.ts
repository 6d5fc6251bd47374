import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { claimDataFolder, releaseDataFolder } from '../data-folder.ts';
import { freePort } from '../free-port.ts';
import type { LocalServer } from '../local-server.ts';
import { pingHttp } from '../ping.ts';
import { boundToStarter } from '../processes/bound-to-starter.ts';
import { startServer } from '../processes/server-process.ts';
import { systemPrometheus } from '../system/system-prometheus.ts';
import { systemProgram } from '../system/system-program.ts';

export interface PrometheusOptions {
  readonly dataDir: string;
  /** From the name of each process to the address of its management port. */
  readonly targets: Readonly<Record<string, string>>;
}

/** Starts Prometheus, which reads the metrics of the targets every second. It is a process, whatever RAPPORT_SERVERS says. */
export async function startPrometheus({ dataDir, targets }: PrometheusOptions): Promise<LocalServer> {
  const folder = resolve(dataDir);
  const program = await systemProgram(systemPrometheus('prometheus'));
  await claimDataFolder(folder);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const configuration = join(folder, 'prometheus.yml');
  await writeFile(configuration, JSON.stringify(configurationOf(targets)));
  const words = [
    `--config.file=${configuration}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  const [command, ...rest] = boundToStarter('TERM', [program, ...words]);
  return startServer({
    program: 'prometheus',
    command,
    arguments: rest,
    folder,
    port,
    url,
    logFile: join(folder, 'server.log'),
    stopSteps: [{ signal: 'SIGTERM', waitMs: 10_000 }],
    release: () => releaseDataFolder(folder),
    answers: () => pingHttp(`${url}/-/ready`, 1_000),
  });
}

/** It is YAML, of which JSON is a part. */
function configurationOf(targets: PrometheusOptions['targets']): object {
  const configs = Object.entries(targets).map(([instance, url]) => ({
    targets: [new URL(url).host],
    labels: { instance },
  }));
  return {
    global: { scrape_interval: '1s', scrape_timeout: '1s' },
    scrape_configs: [{ job_name: 'rapport', static_configs: configs }],
  };
}
