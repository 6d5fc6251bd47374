import { edgeConfiguration, type EdgeOptions } from '@rapport/edge';
import type { PostgresOptions } from '@rapport/local-servers';
import type { Preparation } from './prepare-platform.ts';
import { services, type ServiceDefinition } from './services.ts';

/** What is started, and where. */
export interface PlatformOptions {
  readonly port: number;
  readonly dataDir: string;
  /** How many processes of a service; one where nothing is said. */
  readonly replicas: Readonly<Record<string, number>>;
  /** Where `state.json` is written. */
  readonly stateFolder: string;
  /** False in tests: a crash of the machine may lose everything. */
  readonly durable: boolean;
  /** What PostgreSQL is told beyond our own. */
  readonly postgres?: Pick<PostgresOptions, 'settings' | 'environment'>;
  readonly parts: PlatformParts;
  readonly say: (line: string) => void;
}

/** What is ours in a platform; the rest is servers and supervision. */
export interface PlatformParts {
  readonly services: readonly ServiceDefinition[];
  /** What the proxy behind the base address is told. */
  configureEdge(options: EdgeOptions): string;
  preparePlatform(preparation: Preparation): Promise<void>;
  /** Whether a demo tenant is made. */
  readonly hasDemo: boolean;
}

export const ourParts: PlatformParts = {
  services,
  configureEdge: edgeConfiguration,
  preparePlatform: async (preparation) => (await import('./prepare-platform.ts')).preparePlatform(preparation),
  hasDemo: true,
};
