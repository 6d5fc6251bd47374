import { fork } from 'node:child_process';
import { once } from 'node:events';
import { RunningPlatform, type ReachablePlatform } from '@rapport/testbed';
import type { OtherPlan } from './other-platform.ts';

/** Runs the work on a platform of another checkout, in a process that ends with this one. Nothing stays. */
export async function onOtherPlatform<T>(plan: OtherPlan, work: (platform: RunningPlatform) => Promise<T>): Promise<T> {
  const child = fork(new URL('./other-platform.ts', import.meta.url), [JSON.stringify(plan)], { cwd: plan.folder });
  const exited = once(child, 'exit');
  const started = (await Promise.race([once(child, 'message'), exited.then(() => [])])) as [ReachablePlatform?];
  const [reachable] = started;
  if (reachable === undefined) {
    throw new Error(`The platform of ${plan.folder} did not start.`);
  }
  try {
    return await work(new RunningPlatform(reachable));
  } finally {
    child.disconnect();
    await exited;
  }
}
