import { until } from '@rapport/testbed';
import type { Stage } from './stage.ts';
import type { Workload } from './workload.ts';

/** Waits until the tenant has no movable change in the outbox; gives the seconds that this took. */
export async function untilMoved(stage: Stage, { tenant }: Workload, timeoutMs = 90_000): Promise<number> {
  const began = performance.now();
  const waiting = async (): Promise<number> => {
    const text = 'select count(*)::int as n from cell.outbox where tenant = $1 and resource = 1';
    return (await stage.platform.query<{ n: number }>(text, [tenant.number]))[0]?.n ?? 0;
  };
  await until(
    async () => (await waiting()) === 0,
    timeoutMs,
    async () => `${await waiting()} changes are still in the outbox`,
  );
  return (performance.now() - began) / 1_000;
}
