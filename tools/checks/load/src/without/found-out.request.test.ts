import { expect, test } from 'vitest';
import { workloadPlay } from '../workload-play.ts';
import { withoutTrueAddress } from './true-address.ts';

test.each([
  ['one-count', 'limits', { 'public-api': 3 }, publicApi('one-count')],
  ['true-address', 'keys', {}, { parts: { configureEdge: withoutTrueAddress } }],
  ['sliding-window', 'over', {}, publicApi('sliding-window')],
  ['drain', 'rollout', { 'public-api': 2, 'token-service': 2 }, publicApi('drain')],
  ['flat-memory', 'soak', {}, publicApi('flat-memory')],
  ['quick-list', 'average', {}, publicApi('quick-list')],
])('without %s the workload %s fails', async (_, name, replicas, mutant) => {
  const { start, run } = workloadPlay(name, replicas, mutant);
  const say = (line: string): void => console.error(line);
  const platform = await start(say);
  try {
    expect(await run(platform, say)).toMatchObject({ figures: { verdict: 'failed' } });
  } finally {
    await platform.stop();
  }
});

function publicApi(rule: string): { readonly replaced: Readonly<Record<string, string>> } {
  return { replaced: { 'public-api': `tools/checks/load/src/without/${rule}.ts` } };
}
