import type { Finding, Judge } from './finding.ts';
import { nameOf } from './over-time.ts';

/** After the first tenth of a run the memory of no service grows by more than a tenth. */
export const memoryStaysFlat: Judge = async ({ moments }) => {
  const steady = moments.slice(Math.ceil(moments.length / 10));
  const names = new Set(steady.flatMap(({ processes }) => processes.map(nameOf)));
  return [...names].map((name): Finding => {
    const parts = thirds(steady.flatMap(({ processes }) => processes.find((one) => nameOf(one) === name) ?? []));
    const [first = 0, , last = 0] = parts.map((part) => median(part.map(({ memoryBytes }) => memoryBytes)));
    const growth = last / first - 1;
    return {
      promised: `the memory of ${name} grows by at most ${growthMax * 100} % after the first tenth of the run`,
      came: `${megabytes(first)} MB, then ${megabytes(last)} MB: ${(growth * 100).toFixed(1)} %`,
      holds: growth <= growthMax,
    };
  });
};

function thirds<T>(list: readonly T[]): T[][] {
  const size = Math.ceil(list.length / 3) || 1;
  return [list.slice(0, size), list.slice(size, 2 * size), list.slice(2 * size)];
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

function megabytes(bytes: number): string {
  return (bytes / 1_048_576).toFixed(0);
}

const growthMax = 0.1;
