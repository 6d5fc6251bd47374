import { until, type RunningPlatform, type Tenant } from '@rapport/testbed';

/** Waits until every record of the tenant shows the names of others as they are. */
export function untilNamesFollow(platform: RunningPlatform, { number }: Tenant, timeoutMs = 30_000): Promise<void> {
  const open = 'select from cell.fan_out where tenant = $1 limit 1';
  return until(
    async () => (await platform.query(open, [number])).length === 0,
    timeoutMs,
    () => 'names have not followed',
  );
}
