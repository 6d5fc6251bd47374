import { median, type TemporaryPlatform } from '@rapport/testbed';
import { interleave, type Contender, type Measured, type Rounds } from '../core/comparing/interleave.ts';
import { table } from '../core/table.ts';
import type { BenchOutcome } from '../core/word.ts';

/** The parts that programs leave out, one each. The first program leaves out nothing and is as young as the others. */
const lines = [
  'nothing',
  'token',
  'limiter',
  'tracing',
  'logging',
  'metrics',
  'validation',
  'serializer',
  'statement',
] as const;

const plan: Rounds = { rounds: 15, warmUpRounds: 10, requestsPerRound: 1_500, concurrency: 4 };

/** The public API, each time without one of its parts, as services beside the platform's own. */
export const incompleteServices = lines.map((line) => ({
  name: `without-${line}`,
  entry: `tools/bench/src/read/without/${line}.ts`,
  databaseRole: 'rapport_public_api' as const,
  secrets: ['CURSOR_KEY'] as const,
  usesRedis: true as const,
}));

/** The cost of each part of a read: the CPU of the whole, less the CPU of the program without the part. */
export async function benchBudget(
  platform: TemporaryPlatform,
  request: Pick<Contender, 'status' | 'request'>,
  roundsMax: number,
): Promise<BenchOutcome> {
  const contenders: Contender[] = [];
  for (const { name } of incompleteServices) {
    const processes = { Node: await platform.pid(name), PostgreSQL: await platform.pid('postgres') };
    contenders.push({ ...request, name, origin: await platform.origin(name), processes });
  }
  const [whole, ...incomplete] = await interleave(contenders, { ...plan, rounds: Math.min(plan.rounds, roundsMax) });
  if (!whole) {
    throw new Error('There is nothing to take a part from.');
  }
  const costs = incomplete.map((one, at) => ({
    line: lines[at + 1] ?? '',
    node: saving(whole, one, 'Node'),
    postgres: saving(whole, one, 'PostgreSQL'),
  }));
  const rows = costs.map(({ line, node, postgres }) => [line, node.toFixed(0), postgres.toFixed(0)]);
  const all = ['all of it', (whole.cpu['Node'] ?? 0).toFixed(0), (whole.cpu['PostgreSQL'] ?? 0).toFixed(0)];
  const text = [
    'What each part of it costs, taken out one at a time',
    table(['', 'Node us', 'PostgreSQL us'], [...rows, all]),
  ].join('\n');
  return { document: { costs, whole: whole.cpu }, text };
}

/** The median over pairs of rounds: other work of the machine met both. */
function saving(whole: Measured, part: Measured, process: string): number {
  return median(whole.samples.map(({ cpu }, round) => (cpu[process] ?? 0) - (part.samples[round]?.cpu[process] ?? 0)));
}
