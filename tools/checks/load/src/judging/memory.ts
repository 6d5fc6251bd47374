import type { Finding, Judge } from './finding.ts';
import { nameOf } from './over-time.ts';

/**
 * After the first tenth of a run the memory of no process grows by more than a tenth. Between two collections a process
 * gathers what is garbage, so the least of each half is compared: a leak raises that, and nothing else does.
 */
export const memoryStaysFlat: Judge = async ({ moments }) => {
  const steady = moments.slice(Math.ceil(moments.length / 10));
  const half = Math.ceil(steady.length / 2);
  const processes = steady.flatMap((moment) => moment.processes).filter(({ name }) => !fillsItsRoom.has(name));
  return [...new Set(processes.map(nameOf))].map((name): Finding => {
    const leastOf = (stretch: typeof steady): number =>
      Math.min(...stretch.flatMap((moment) => moment.processes.find((one) => nameOf(one) === name)?.memoryBytes ?? []));
    const [first, last] = [leastOf(steady.slice(0, half)), leastOf(steady.slice(half))];
    const growth = last / first - 1;
    return {
      promised: `the memory of ${name} grows by at most ${growthMax * 100} % after the first tenth of the run`,
      came: `at least ${megabytes(first)} MB, then at least ${megabytes(last)} MB: ${(growth * 100).toFixed(1)} %`,
      holds: growth <= growthMax || last - first < unnoticedBytes,
    };
  });
};

function megabytes(bytes: number): string {
  return (bytes / 1_048_576).toFixed(0);
}

const growthMax = 0.1;

/** The young objects of a Node process alone take so much more or less from one minute to the next. */
const unnoticedBytes = 16 * 1_048_576;

/** Kafka's JVM takes all the room that its settings allow, over hours, before it looks for what is garbage. */
const fillsItsRoom = new Set(['kafka']);
