import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@rapport/local-servers';
import {
  operatorAccess,
  ourParts,
  Platform,
  readStatus,
  type OperatorAccess,
  type ServiceDefinition,
  type StatusDocument,
} from '@rapport/rapport';
import { startCollector } from './collector.ts';

export interface BenchPlatform {
  readonly baseUrl: string;
  readonly dataDir: string;
  readonly operator: OperatorAccess;
  /** With the administrators' addresses of the servers. */
  status(): Promise<StatusDocument>;
  /** The address of a service's own port. */
  origin(service: string): Promise<string>;
  /** The process of a service or a server. */
  pid(name: string): Promise<number>;
}

export interface BenchPlatformOptions {
  readonly say: (line: string) => void;
  /** Services that are not started. */
  readonly without?: readonly string[];
  readonly replicas?: Readonly<Record<string, number>>;
  /** Services beside the product's own. */
  readonly beside?: readonly ServiceDefinition[];
}

/** Runs the work on a platform of its own, as durable as `up` makes it, with a collector that takes its traces, and leaves nothing behind. */
export async function onPlatform<T>(
  { say, without = [], replicas = {}, beside = [] }: BenchPlatformOptions,
  work: (platform: BenchPlatform) => Promise<T>,
): Promise<T> {
  const stateFolder = await mkdtemp(join(tmpdir(), 'rapport-bench-'));
  const dataDir = join(stateFolder, 'data');
  const services = [...ourParts.services.filter(({ name }) => !without.includes(name)), ...beside];
  const collector = await startCollector();
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = collector.origin;
  const platform = new Platform({
    port: await freePort(),
    dataDir,
    stateFolder,
    replicas,
    durable: true,
    // When a row was committed is asked of the server that did it.
    postgres: { settings: { track_commit_timestamp: 'on' } },
    parts: { ...ourParts, services, hasDemo: false },
    say,
  });
  const remove = async (): Promise<void> => {
    await platform.stop();
    await collector.close();
    await rm(stateFolder, { recursive: true, force: true });
  };
  for (const end of ['SIGINT', 'SIGTERM', 'SIGHUP', 'uncaughtException'] as const) {
    process.on(end, (reason: unknown) => {
      say(String(reason));
      void remove().finally(() => process.exit(1));
    });
  }
  try {
    await platform.start();
    return await work(describe(platform.baseUrl, dataDir, stateFolder, await operatorAccess(dataDir)));
  } finally {
    await remove();
  }
}

function describe(baseUrl: string, dataDir: string, stateFolder: string, operator: OperatorAccess): BenchPlatform {
  const status = (): Promise<StatusDocument> => readStatus(true, stateFolder);
  const find = async (name: string): Promise<{ url: string; pid: number }> => {
    const { services, servers } = await status();
    const found = [...services, ...servers].find((member) => member.name === name);
    if (!found) {
      throw new Error(`The platform has no ${name}.`);
    }
    return found;
  };
  return {
    baseUrl,
    dataDir,
    operator,
    status,
    origin: async (service) => (await find(service)).url,
    pid: async (name) => (await find(name)).pid,
  };
}
