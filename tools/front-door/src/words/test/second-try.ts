import type { FileReport, TestReport } from './run-report.ts';

/** A test that failed in one of two tries, and passed in the other. */
export interface UnsteadyTest {
  readonly file: string;
  readonly name: string;
  /** The time of the first try, and of the second. */
  readonly durationsMs: readonly [number, number];
  /** The first line of its failure. */
  readonly failure: string;
}

export interface TriedTwice {
  /** The result of both tries together. */
  readonly file: FileReport;
  readonly unsteady: readonly UnsteadyTest[];
}

/** These look for what happens rarely, and a second try would hide just that. */
const withoutSecondTry = ['sync', 'attack', 'hostile'].map((check) => `tools/checks/${check}/`);

/** Whether a second try can tell more: tests failed, and nothing around them, such as the start of a server. */
export function deservesSecondTry({ file, failure, tests }: FileReport): boolean {
  const isAllowed = failure === undefined && !withoutSecondTry.some((folder) => file.startsWith(folder));
  return isAllowed && tests.some(({ state }) => state === 'failed');
}

/**
 * A test has passed if it did once, and a file has failed if anything around its tests did once. A second try that broke
 * off changes nothing.
 */
export function together(first: FileReport, second: FileReport | undefined): TriedTwice {
  if (second === undefined) {
    return { file: first, unsteady: [] };
  }
  const again = new Map(second.tests.map((test) => [test.id, test]));
  const pairs = first.tests.map((test) => ({ test, other: again.get(test.id) }));
  const tests = pairs.map(({ test, other }) => (other?.state === 'passed' ? other : test));
  return {
    file: { ...first, ...(second.failure !== undefined && { failure: second.failure }), tests },
    unsteady: pairs.flatMap(({ test, other }) => (other === undefined ? [] : unsteadyOf(first.file, test, other))),
  };
}

function unsteadyOf(file: string, first: TestReport, second: TestReport): UnsteadyTest[] {
  const states = [first.state, second.state];
  if (!states.includes('passed') || !states.includes('failed')) {
    return [];
  }
  const failure = first.failure ?? second.failure ?? '';
  return [{ file, name: first.name, durationsMs: [first.durationMs, second.durationMs], failure }];
}
