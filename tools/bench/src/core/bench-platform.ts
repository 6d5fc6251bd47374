import { ourParts, type ServiceDefinition } from '@rapport/local-platform';
import { endWithPlatforms, TemporaryPlatform, type PlatformPlan } from '@rapport/testbed';
import { startCollector } from './collector.ts';

export interface BenchPlatformOptions {
  readonly say: (line: string) => void;
  /** Services that the bench leaves out. */
  readonly without?: readonly string[];
  readonly replicas?: Readonly<Record<string, number>>;
  /** Variables of services, by their names. */
  readonly settings?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The mail server that gets all mails. */
  readonly mailUrl?: string;
  /** Services beside the product's own. */
  readonly beside?: readonly ServiceDefinition[];
}

/** A bench asks the server when a row was committed. */
export const benchPostgres: NonNullable<PlatformPlan['postgres']> = { settings: { track_commit_timestamp: 'on' } };

/** Runs the work on a platform of its own, as durable as `up` makes it, with a collector of traces. Nothing stays. */
export async function onPlatform<T>(
  { say, without = [], replicas = {}, settings = {}, mailUrl, beside = [] }: BenchPlatformOptions,
  work: (platform: TemporaryPlatform) => Promise<T>,
): Promise<T> {
  const collector = await startCollector();
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = collector.origin;
  endWithPlatforms(say);
  const ours = ourParts.services.filter(({ name }) => !without.includes(name));
  const services = ours.map((service) => ({
    ...service,
    settings: { ...service.settings, ...settings[service.name] },
  }));
  const platform = await TemporaryPlatform.start({
    services: [...services, ...beside],
    replicas,
    postgres: benchPostgres,
    ...(mailUrl !== undefined && { mailUrl }),
    say,
  });
  try {
    return await work(platform);
  } finally {
    await platform.stop();
    await collector.close();
  }
}
