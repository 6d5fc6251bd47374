import { cpuMicroseconds, machineCpu, ownCpuMicroseconds } from '@rapport/testbed';

/** The other work of the machine during a measurement. */
export interface Noise {
  /** The share of all processors that other processes took. */
  readonly others: number;
  /** The share that the machine below took. */
  readonly stolen: number;
}

/** Begins to watch; `processes` are those that the bench itself runs, with all that is below them. */
export function watchNoise(processes: readonly number[]): () => Noise {
  const take = (): { ours: number; machine: ReturnType<typeof machineCpu>; at: number } => ({
    ours: ownCpuMicroseconds() + processes.reduce((sum, pid) => sum + cpuMicroseconds(pid), 0),
    machine: machineCpu(),
    at: performance.now(),
  });
  const before = take();
  return () => {
    const after = take();
    const all = (after.at - before.at) * 1_000 * after.machine.processors;
    const others = after.machine.busy - before.machine.busy - (after.ours - before.ours);
    return { others: Math.max(0, others) / all, stolen: (after.machine.stolen - before.machine.stolen) / all };
  };
}

export function describeNoise({ others, stolen }: Noise, spread?: number): string {
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
  const rounds = spread === undefined ? '' : `; rounds differ by up to ${percent(spread)}`;
  return `noise: other processes took ${percent(others)} of the machine, ${percent(stolen)} were stolen${rounds}`;
}
