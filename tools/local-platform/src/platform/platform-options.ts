import { edgeConfiguration, type EdgeOptions } from '@rapport/edge';
import { services, type ServiceDefinition } from '@rapport/installation';
import type { PostgresOptions } from '@rapport/local-servers';
import type { GivenSettings } from '../settings/env-file.ts';
import type { Preparation } from './prepare-platform.ts';

/** The platform to start, and where. */
export interface PlatformOptions {
  readonly port: number;
  /**
   * The first of the ports of health, readiness and metrics, which follow one another and are kept in the data folder. Any
   * free ones without it.
   */
  readonly managementPort?: number | 'kept' | undefined;
  readonly dataDir: string;
  /** The number of processes of a service; one where none is given. */
  readonly replicas: Readonly<Record<string, number>>;
  /** The number of cells, each on a PostgreSQL of its own; as many as the data has where none is given. */
  readonly cells?: number | undefined;
  /** The SMTP server that gets all mails, user and password included; without one they go into a folder. */
  readonly mailUrl?: string | undefined;
  /** Origins whose pages may call the APIs, beside that of the base address. */
  readonly origins?: readonly string[];
  /** Addresses to which browsers are sent with a code, beside loopback. */
  readonly redirects?: readonly string[];
  /** The settings of services beside those of `up`. */
  readonly settings?: GivenSettings;
  /** The folder of `state.json`. */
  readonly stateFolder: string;
  /** False in tests, where a crash of the machine may lose everything. */
  readonly durable: boolean;
  /** Settings and environment of PostgreSQL beside our own. */
  readonly postgres?: Pick<PostgresOptions, 'settings' | 'environment'>;
  readonly parts: PlatformParts;
  readonly say: (line: string) => void;
}

/** The parts of a platform that are ours; the rest is servers and supervision. */
export interface PlatformParts {
  readonly services: readonly ServiceDefinition[];
  /** The configuration of the proxy behind the base address. */
  configureEdge(options: EdgeOptions): string;
  preparePlatform(preparation: Preparation): Promise<void>;
  /** Brings the files of the console up to date, which a service reads. */
  bundleConsole(): Promise<void>;
  /** Whether a demo tenant is made. */
  readonly hasDemo: boolean;
}

export const ourParts: PlatformParts = {
  services,
  configureEdge: edgeConfiguration,
  preparePlatform: async (preparation) => (await import('./prepare-platform.ts')).preparePlatform(preparation),
  bundleConsole: async () => (await import('@rapport/build')).bundleChangedConsole(),
  hasDemo: true,
};
