import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@rapport/local-servers';
import { startSpanCollector } from '@rapport/local-servers/span-collector';
import { operatorAccess, ourParts, Platform } from '@rapport/rapport';
import type { TestProject } from 'vitest/node';

/**
 * The whole platform by the code of `up`, once for the run of a project, with two processes of the public API; each test
 * file makes a tenant of its own.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stateFolder = await mkdtemp(join(tmpdir(), 'rapport-e2e-'));
  const collector = await startSpanCollector();
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = collector.url;
  process.env['TRACE_SAMPLE_RATIO'] = '1';
  const dataDir = join(stateFolder, 'data');
  const platform = new Platform({
    port: await freePort(),
    dataDir,
    replicas: { 'public-api': 2 },
    stateFolder,
    durable: false,
    parts: { ...ourParts, hasDemo: false },
    say: (line) => process.stderr.write(`${line}\n`),
  });
  await platform.start();
  const operator = await operatorAccess(dataDir);
  project.provide('platform', {
    baseUrl: platform.baseUrl,
    operatorUrl: operator.url,
    operatorCredential: operator.credential,
    collectorUrl: collector.url,
    stateFolder,
    logsFolder: join(dataDir, 'logs'),
  });
  return async () => {
    await platform.stop();
    await collector.stop();
    await rm(stateFolder, { recursive: true, force: true });
  };
}
