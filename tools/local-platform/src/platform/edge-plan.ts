import { join } from 'node:path';
import { openFilesMax, startHaproxy } from '@rapport/local-servers';
import type { ServiceSpec } from '../supervision/supervisor.ts';
import { logFile } from './logs.ts';
import { askedAt } from './member-port.ts';
import type { PlatformOptions } from './platform-options.ts';
import type { Instance } from './instance.ts';

const host = '127.0.0.1';

/** All callers of this machine come from one address, load generators and tests among them. */
const localConnectionsMax = 2_000;

/** The one process behind the base address, in front of all others. */
export async function planEdge(
  { dataDir, port, parts, origins = [] }: PlatformOptions,
  instances: readonly Instance[],
  managementPort: number,
): Promise<ServiceSpec> {
  const processes = Map.groupBy(instances, ({ service }) => service.name);
  const configuration = parts.configureEdge({
    host,
    port,
    managementPort,
    processes: Object.fromEntries([...processes].map(([name, all]) => [name, all.map((each) => ({ ...each, host }))])),
    openFiles: await openFilesMax(),
    limits: { connectionsPerAddress: localConnectionsMax },
    origins: [`http://localhost:${port}`, ...origins],
  });
  const managementUrl = `http://${host}:${managementPort}`;
  const log = logFile(dataDir, 'edge-1');
  return {
    name: 'edge',
    instance: 1,
    url: `http://${host}:${port}`,
    managementUrl,
    launch: () => startHaproxy({ dataDir: join(dataDir, 'edge'), configuration, port, managementUrl, logFile: log }),
    ...askedAt(managementUrl, log),
  };
}
