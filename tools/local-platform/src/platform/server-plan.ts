import { join } from 'node:path';
import {
  freePorts,
  keptKafkaPorts,
  pingKafka,
  pingPostgres,
  pingRedis,
  startKafka,
  startPostgres,
  startRedis,
  type LocalServer,
} from '@rapport/local-servers';
import { lastLine } from '../supervision/log-file.ts';
import type { Probe } from '../supervision/member.ts';
import type { ServerSpec } from '../supervision/supervisor.ts';
import { cellsWith } from './data-folder.ts';
import { logFile } from './logs.ts';
import type { PlatformOptions } from './platform-options.ts';
import { postgresName } from './server-urls.ts';

const pingDeadlineMs = 1_000;

export interface ServerPlan {
  readonly specs: readonly ServerSpec[];
  /** The administrator's address of each server that has started. */
  readonly urls: ReadonlyMap<string, string>;
}

/** A PostgreSQL for each cell, Redis and Kafka, each on a port that it keeps over restarts. */
export async function planServers({ dataDir, durable, cells, postgres: more }: PlatformOptions): Promise<ServerPlan> {
  const [redisPort = 0, ...postgresPorts] = await freePorts(1 + (await cellsWith(dataDir, cells)));
  const kafkaFolder = join(dataDir, 'kafka');
  const kafkaPorts = await keptKafkaPorts(kafkaFolder);
  const urls = new Map<string, string>();
  const server = (
    name: string,
    publicUrl: string,
    start: (log: string) => Promise<LocalServer>,
    ping: (url: string, deadlineMs: number) => Promise<boolean>,
  ): ServerSpec => {
    const log = logFile(dataDir, name);
    return {
      name,
      instance: 1,
      url: publicUrl,
      launch: async () => {
        const launched = await start(log);
        urls.set(name, launched.url);
        return launched;
      },
      probe: async (): Promise<Probe> => ((await ping(urls.get(name) ?? '', pingDeadlineMs)) ? 'ready' : 'silent'),
      lastWords: () => lastLine(log),
    };
  };
  const postgres = postgresPorts.map((port, index): ServerSpec => {
    const name = postgresName(index);
    const start = (log: string): Promise<LocalServer> =>
      startPostgres({ ...more, dataDir: join(dataDir, name), port, durable, logFile: log });
    return server(name, `postgres://127.0.0.1:${port}/postgres`, start, pingPostgres);
  });
  const redis = (log: string): Promise<LocalServer> =>
    startRedis({ dataDir: join(dataDir, 'redis'), port: redisPort, logFile: log });
  const kafka = (log: string): Promise<LocalServer> =>
    startKafka({ dataDir: kafkaFolder, ports: kafkaPorts, logFile: log });
  return {
    urls,
    specs: [
      ...postgres,
      server('redis', `redis://127.0.0.1:${redisPort}`, redis, pingRedis),
      server('kafka', `kafka://127.0.0.1:${kafkaPorts.client}`, kafka, pingKafka),
    ],
  };
}
