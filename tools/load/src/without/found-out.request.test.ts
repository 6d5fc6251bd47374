import { bringProgram, goPrograms, projectRoot } from '@rapport/local-platform';
import { expect, test } from 'vitest';
import { ownPlatform } from '../platform/load-platform.ts';
import { play } from '../play.ts';
import { linesOf } from '../reporting/result.ts';
import { workloads } from '../workloads.ts';
import { withoutTrueAddress } from './true-address.ts';

test.each([
  ['one-count', 'limits', { 'public-api': 3 }, publicApi('one-count')],
  ['true-address', 'keys', {}, { parts: { configureEdge: withoutTrueAddress } }],
  ['sliding-window', 'over', {}, publicApi('sliding-window')],
  ['drain', 'rollout', { 'public-api': 2, 'token-service': 2 }, publicApi('drain')],
  ['flat-memory', 'soak', {}, publicApi('flat-memory')],
  ['quick-list', 'average', {}, publicApi('quick-list')],
])('without %s the workload %s fails', async (_, name, replicas, mutant) => {
  const k6 = await bringProgram(goPrograms.k6, projectRoot, (line) => console.error(line));
  const workload = workloads.find((one) => one.name === name);
  if ('missing' in k6 || workload === undefined) {
    throw new Error('missing' in k6 ? k6.missing : name);
  }
  const platform = await ownPlatform(replicas, () => undefined, mutant);
  try {
    const { signal } = new AbortController();
    const say = (): void => undefined;
    const result = await play({ k6: k6.program, platform, workload, profile: 'short', signal, say });
    expect(result.verdict, linesOf(result).join('\n')).toBe('failed');
  } finally {
    await platform.stop();
  }
});

function publicApi(rule: string): { readonly replaced: Readonly<Record<string, string>> } {
  return { replaced: { 'public-api': `tools/load/src/without/${rule}.ts` } };
}
