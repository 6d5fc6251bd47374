import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  operatorAccess,
  ourParts,
  Platform,
  type PlatformOptions,
  type ServiceDefinition,
} from '@rapport/local-platform';
import { freePort } from '@rapport/local-servers';
import { RunningPlatform, type ReachablePlatform } from './running-platform.ts';

export interface PlatformPlan extends Pick<PlatformOptions, 'cells' | 'mailUrl' | 'origins' | 'postgres' | 'say'> {
  /** The services that are started; all of the product unless others are given. */
  readonly services?: readonly ServiceDefinition[];
  /** From the name of a service to the file that runs in its place: the service with one rule replaced. */
  readonly replaced?: Readonly<Record<string, string>>;
  /** The maker of the configuration of the proxy behind the base address, where that is another one than ours. */
  readonly parts?: Pick<PlatformOptions['parts'], 'configureEdge'>;
  /** The number of processes of a service, where it is another than one. */
  readonly replicas?: Readonly<Record<string, number>>;
  /** Whether an answered write outlives a crash of the machine. */
  readonly durable?: boolean;
}

const running = new Map<Platform, string>();

/** A whole platform in a folder that goes with it, beside any other that is up. */
export class TemporaryPlatform extends RunningPlatform {
  readonly #platform: Platform;

  private constructor(platform: Platform, reachable: ReachablePlatform) {
    super(reachable);
    this.#platform = platform;
  }

  static async start(plan: PlatformPlan): Promise<TemporaryPlatform> {
    const {
      services = ourParts.services,
      replaced = {},
      replicas = {},
      durable = true,
      cells,
      mailUrl,
      origins = [],
      postgres,
      parts,
      say,
    } = plan;
    const stateFolder = await mkdtemp(join(tmpdir(), 'rapport-platform-'));
    const dataDir = join(stateFolder, 'data');
    const entries = services.map((service) => ({ ...service, entry: replaced[service.name] ?? service.entry }));
    const platform = new Platform({
      port: await freePort(),
      dataDir,
      replicas,
      cells,
      mailUrl,
      origins,
      stateFolder,
      durable,
      ...(postgres !== undefined && { postgres }),
      parts: { ...ourParts, ...parts, services: entries, hasDemo: false },
      say,
    });
    running.set(platform, stateFolder);
    try {
      await platform.start();
      const access = await operatorAccess(dataDir);
      return new TemporaryPlatform(platform, { baseUrl: platform.baseUrl, stateFolder, dataDir, access });
    } catch (error) {
      await end(platform, stateFolder);
      throw error;
    }
  }

  async stop(): Promise<void> {
    await end(this.#platform, this.stateFolder);
  }

  /** Ends every process of every platform at once, and leaves nothing. */
  static async killAll(): Promise<void> {
    await Promise.allSettled([...running.keys()].map((platform) => platform.kill()));
    for (const folder of running.values()) {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  }
}

async function end(platform: Platform, stateFolder: string): Promise<void> {
  await platform.stop();
  running.delete(platform);
  await rm(stateFolder, { recursive: true, force: true });
}
