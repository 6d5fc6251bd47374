import { bringProgram, goPrograms, projectRoot } from '@rapport/local-platform';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownPlatform, type LoadPlatform } from '../src/platform/load-platform.ts';
import { play } from '../src/play.ts';
import { linesOf } from '../src/reporting/result.ts';
import { workloads } from '../src/workloads.ts';

/** Tests of the workloads that judge counts, on a platform of their own with this many processes. */
export function expectWorkloads(replicas: Readonly<Record<string, number>>): void {
  let platform: LoadPlatform;
  beforeAll(async () => {
    platform = await ownPlatform(replicas, () => undefined);
  });
  afterAll(() => platform.stop());

  test.each(['smoke', 'limits'])('the workload %s passes', async (name) => {
    const k6 = await bringProgram(goPrograms.k6, projectRoot, () => undefined);
    const workload = workloads.find((one) => one.name === name);
    if ('missing' in k6 || workload === undefined) {
      throw new Error('the tier begins where k6 is there');
    }
    const { signal } = new AbortController();
    const say = (): void => undefined;
    const result = await play({ k6: k6.program, platform, workload, profile: 'short', signal, say });
    expect(result.verdict, linesOf(result).join('\n')).toBe('passed');
  });
}
