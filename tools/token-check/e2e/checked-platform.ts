import { TemporaryPlatform } from '@rapport/testbed';

/** One platform for all checks, with two token services and replicas of both APIs. */
export const platform = await TemporaryPlatform.start({
  replicas: { 'token-service': 2, 'public-api': 3, 'application-api': 2 },
  say: (line) => process.stderr.write(`${line}\n`),
});
