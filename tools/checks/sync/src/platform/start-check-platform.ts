import { type PlatformPlan, TemporaryPlatform } from '@rapport/testbed';

const usual: Readonly<Record<string, string>> = {
  'public-api': 'tools/checks/sync/src/platform/briefly-scanning-public-api.ts',
  'change-feed-worker': 'tools/checks/sync/src/platform/quick-purging-worker.ts',
};

/** Starts a platform with two processes of each service that clients need. Its feed scans briefly and purges often. */
export function startCheckPlatform({ replaced, ...plan }: PlatformPlan): Promise<TemporaryPlatform> {
  process.env['TRACE_SAMPLE_RATIO'] = '0';
  return TemporaryPlatform.start({
    replicas: { 'public-api': 2, 'application-api': 2, 'change-feed-worker': 2 },
    replaced: { ...usual, ...replaced },
    ...plan,
  });
}
