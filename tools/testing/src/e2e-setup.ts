import { join } from 'node:path';
import { freePort } from '@rapport/local-servers';
import { startSpanCollector } from '@rapport/local-servers/span-collector';
import { TemporaryPlatform } from '@rapport/testbed';
import type { TestProject } from 'vitest/node';

/**
 * The whole platform by the code of `up`, once for the run of a project, with two processes of each API; each
 * test file makes a tenant of its own.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const collector = await startSpanCollector();
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = collector.url;
  process.env['TRACE_SAMPLE_RATIO'] = '1';
  const listedOrigin = `http://127.0.0.1:${await freePort()}`;
  const platform = await TemporaryPlatform.start({
    replicas: { 'public-api': 2, 'application-api': 2 },
    durable: false,
    origins: [listedOrigin],
    say: (line) => process.stderr.write(`${line}\n`),
  });
  project.provide('platform', {
    baseUrl: platform.baseUrl,
    operatorUrl: platform.access.url,
    operatorCredential: platform.access.credential,
    collectorUrl: collector.url,
    listedOrigin,
    stateFolder: platform.stateFolder,
    logsFolder: join(platform.dataDir, 'logs'),
  });
  return async () => {
    await platform.stop();
    await collector.stop();
  };
}
