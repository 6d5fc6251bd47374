import { TemporaryPlatform } from '@rapport/testbed';

/**
 * One platform for all checks, with replicas of both APIs, and two token services between whose clocks are two minutes. A
 * server that is killed loses nothing that the system has, so nothing is forced to the disk.
 */
export const platform = await TemporaryPlatform.start({
  replicas: { 'token-service': 2, 'public-api': 3, 'application-api': 2 },
  replaced: { 'token-service': 'tools/token-check/src/shifted-token-service.ts' },
  postgres: { settings: { fsync: 'off' } },
  say: (line) => process.stderr.write(`${line}\n`),
});
