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
  type StatusDocument,
} from '@rapport/rapport';

export interface BenchPlatform {
  readonly baseUrl: string;
  readonly operator: OperatorAccess;
  /** With the administrators' addresses of the servers. */
  status(): Promise<StatusDocument>;
}

/** Runs the work on a platform of its own, as durable as `up` makes it, and leaves nothing behind. */
export async function onPlatform<T>(
  say: (line: string) => void,
  work: (platform: BenchPlatform) => Promise<T>,
): Promise<T> {
  const stateFolder = await mkdtemp(join(tmpdir(), 'rapport-bench-'));
  const dataDir = join(stateFolder, 'data');
  const platform = new Platform({
    port: await freePort(),
    dataDir,
    stateFolder,
    replicas: {},
    durable: true,
    // When a row was committed is asked of the server that did it.
    postgres: { settings: { track_commit_timestamp: 'on' } },
    parts: { ...ourParts, hasDemo: false },
    say,
  });
  const remove = async (): Promise<void> => {
    await platform.stop();
    await rm(stateFolder, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void remove().finally(() => process.exit(1)));
  }
  try {
    await platform.start();
    return await work({
      baseUrl: platform.baseUrl,
      operator: await operatorAccess(dataDir),
      status: () => readStatus(true, stateFolder),
    });
  } finally {
    await remove();
  }
}
