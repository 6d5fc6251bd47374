import { bringProgram, goPrograms, projectRoot } from '@rapport/local-platform';
import type { Play, PlatformPlan } from '@rapport/testbed';
import { ownPlatform, type LoadPlatform } from './platform/load-platform.ts';
import { play } from './play.ts';
import { linesOf } from './reporting/result.ts';
import { workloads } from './workloads.ts';

/** A workload on a platform of its own with this many processes, of which `mutant` lacks a rule. */
export function workloadPlay(
  name: string,
  replicas: Readonly<Record<string, number>>,
  mutant: Pick<PlatformPlan, 'replaced' | 'parts'> = {},
): Play<LoadPlatform> {
  return {
    name,
    title: `the workload ${name} passes`,
    start: () => ownPlatform(replicas, () => undefined, mutant),
    run: async (platform, say) => {
      const k6 = await bringProgram(goPrograms.k6, projectRoot, say);
      const workload = workloads.find((one) => one.name === name);
      if ('missing' in k6 || workload === undefined) {
        throw new Error('missing' in k6 ? k6.missing : name);
      }
      const { signal } = new AbortController();
      const result = await play({ k6: k6.program, platform, workload, profile: 'short', signal, say });
      // A run that says nothing has not passed.
      return { verdict: result.verdict === 'passed' ? 'passed' : 'failed', lines: linesOf(result), figures: result };
    },
  };
}
