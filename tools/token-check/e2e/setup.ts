import { TemporaryPlatform } from '@rapport/testbed';
import type { TestProject } from 'vitest/node';

/** One platform for all files, which run one by one: with two token services and replicas of both APIs. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const platform = await TemporaryPlatform.start({
    replicas: { 'token-service': 2, 'public-api': 3, 'application-api': 2 },
    say: (line) => process.stderr.write(`${line}\n`),
  });
  const { baseUrl, stateFolder, dataDir, access } = platform;
  project.provide('checkedPlatform', { baseUrl, stateFolder, dataDir, access });
  return () => platform.stop();
}
