import type { Scene } from './scene.ts';
import { Skipped } from './skipped.ts';

/** One thing that is tried. */
export interface Step {
  readonly name: string;
  /** Answers what was seen. Throws a `Skipped` where something is missing that the step needs. */
  readonly run: (scene: Scene) => Promise<string>;
}

export interface StepReport {
  readonly step: string;
  readonly verdict: 'passed' | 'failed' | 'skipped';
  readonly seconds: number;
  /** The thing seen, or why not. */
  readonly seen: string;
}

/** Plays steps up to the first that fails, and says each with its time as it ends. */
export async function playSteps(
  steps: readonly Step[],
  scene: Scene,
  say: (line: string) => void,
): Promise<StepReport[]> {
  const reports: StepReport[] = [];
  for (const { name, run } of steps) {
    const began = performance.now();
    const { verdict, seen } = await verdictOf(() => run(scene));
    const report = { step: name, verdict, seconds: (performance.now() - began) / 1_000, seen };
    reports.push(report);
    say(lineOf(report));
    if (verdict === 'failed') {
      break;
    }
  }
  return reports;
}

export function lineOf({ step, verdict, seconds, seen }: StepReport): string {
  return `${verdict.padEnd(7)} ${seconds.toFixed(1).padStart(6)} s  ${step}: ${seen}`;
}

async function verdictOf(run: () => Promise<string>): Promise<Pick<StepReport, 'verdict' | 'seen'>> {
  try {
    return { verdict: 'passed', seen: await run() };
  } catch (error) {
    return { verdict: error instanceof Skipped ? 'skipped' : 'failed', seen: (error as Error).message };
  }
}
