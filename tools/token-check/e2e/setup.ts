import { TemporaryPlatform } from '@rapport/testbed';
import type { TestProject } from 'vitest/node';

/** One platform for all files, which run one by one: with two token services and three replicas of the public API. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const platform = await TemporaryPlatform.start({
    replicas: { 'token-service': 2, 'public-api': 3 },
    say: (line) => process.stderr.write(`${line}\n`),
  });
  const { baseUrl, stateFolder, dataDir, access } = platform;
  project.provide('checkedPlatform', { baseUrl, stateFolder, dataDir, access });
  return () => platform.stop();
}
