import { runProgram } from '../cluster/run-program.ts';
import type { Scene } from '../scene.ts';

/** Runs the commands of the chart's notes as they stand there, in a shell of their own. */
export async function firstCall({
  cluster,
  release,
  entrance,
}: Pick<Scene, 'cluster' | 'release' | 'entrance'>): Promise<string> {
  await entrance.open(cluster);
  const notes = await release.notes();
  const commands = notes.split('\n').filter((line) => line.startsWith('  '));
  const began = performance.now();
  const said = await runProgram('bash', ['-euo', 'pipefail'], { signal: cluster.signal, input: commands.join('\n') });
  const [created = '', feed = ''] = said.trim().split('\n');
  const { id, name } = JSON.parse(created) as { id: string; name: string };
  if (name !== 'Ada Lovelace Ltd' || !feed.includes(id)) {
    throw new Error(`The notes promise a customer and its item in the change feed, and this came: ${said}`);
  }
  const way = entrance.isForwarded ? 'through kubectl port-forward' : `at ${entrance.url}`;
  return `the commands of the notes made a customer ${way} in ${((performance.now() - began) / 1_000).toFixed(1)} s`;
}
