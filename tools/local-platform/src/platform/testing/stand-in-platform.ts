import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { edgeConfiguration, type EdgeOptions } from '@rapport/edge';
import type { ServiceDefinition } from '@rapport/installation';
import { freePort } from '@rapport/local-servers';
import { identify, type ProcessIdentity } from '@rapport/local-servers/processes';
import type { Runner } from '@rapport/local-servers/runner';
import { expect, vi } from 'vitest';
import { readState, type StateFile } from '../../state-file.ts';
import type { PlatformOptions } from '../platform-options.ts';
import { Platform } from '../platform.ts';

/** A service that only answers that it is ready, and shows its environment. */
const standIn = `
import { createServer } from 'node:http';
const listen = (port, answer) => createServer(answer).listen(Number(port), process.env.HOST);
listen(process.env.PORT, (_, res) => res.end(JSON.stringify(process.env)));
if (process.env.FAILS_FILE) throw new Error('KEY is not set');
listen(process.env.MANAGEMENT_PORT, (_, res) => res.end());
const stop = () => process.exit(0);
process.on('SIGTERM', stop);
process.on('disconnect', stop);
`;

/** The proxy of the platform, in front of stand-ins without any path. */
function configureEdge({ processes, ...edge }: EdgeOptions): string {
  const workers = processes['worker'] ?? [];
  return edgeConfiguration({ ...edge, processes: { 'public-api': workers } }, []);
}

/** A platform of a test file, with real servers and stand-ins for services. It is started as often as tests ask for it. */
export class StandInPlatform {
  readonly folder: string;
  options: PlatformOptions;
  #platform: Platform | undefined;

  private constructor(folder: string, options: PlatformOptions) {
    this.folder = folder;
    this.options = options;
  }

  static async make(): Promise<StandInPlatform> {
    const folder = await mkdtemp(join(tmpdir(), 'rapport-platform-'));
    const entry = join(folder, 'service.mjs');
    await writeFile(entry, standIn);
    const secrets: ServiceDefinition['secrets'] = ['CURSOR_KEY'];
    return new StandInPlatform(folder, {
      port: await freePort(),
      dataDir: join(folder, 'data'),
      stateFolder: join(folder, 'state'),
      replicas: { worker: 2 },
      durable: false,
      say: () => undefined,
      parts: {
        services: [{ name: 'worker', entry, secrets, databaseRole: 'rapport_public_api', usesRedis: true }],
        configureEdge,
        preparePlatform: async () => undefined,
        bundleConsole: async () => undefined,
        hasDemo: false,
      },
    });
  }

  async choosePort(): Promise<void> {
    this.options = { ...this.options, port: await freePort() };
  }

  async start(more: Partial<PlatformOptions> = {}): Promise<StateFile> {
    this.#platform = new Platform({ ...this.options, ...more });
    await this.#platform.start();
    return this.state();
  }

  async stop(): Promise<void> {
    await this.#platform?.stop();
    this.#platform = undefined;
  }

  async end(): Promise<void> {
    await this.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  async state(): Promise<StateFile> {
    return (await readState(this.options.stateFolder)) ?? expect.fail('there is no state');
  }

  async until(wanted: (state: StateFile) => boolean): Promise<StateFile> {
    let state = await this.state();
    await vi.waitUntil(
      async () => {
        state = await this.state();
        return wanted(state);
      },
      { timeout: 100_000, interval: 20 },
    );
    return state;
  }
}

export function processesOf(state: StateFile): ProcessIdentity[] {
  return [...state.services, ...state.servers].map(processOf);
}

export function processOf({ pid, startTime }: Runner): ProcessIdentity {
  return { pid: pid ?? 0, startTime: startTime ?? '' };
}

export function expectGone(processes: readonly ProcessIdentity[]): void {
  for (const { pid, startTime } of processes) {
    expect(identify(pid)?.startTime).not.toBe(startTime);
  }
}
