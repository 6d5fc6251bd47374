import { join } from 'node:path';
import type { Terminal } from '@rapport/command-line';
import type { FileReport } from './run-report.ts';
import { runVitest, type EndedRun, type Run } from './run-vitest.ts';
import { deservesSecondTry, together, type UnsteadyTest } from './second-try.ts';

/** The results of a tier, or of the paths that a person named. */
export interface TierRun {
  readonly files: readonly FileReport[];
  /** The failures outside of any file. */
  readonly errors: readonly string[];
  readonly unsteady: readonly UnsteadyTest[];
  readonly durationMs: number;
}

export async function firstTry(run: Run, terminal: Terminal): Promise<TierRun> {
  const begin = performance.now();
  const ended = await runVitest(run, terminal);
  const durationMs = Math.round(performance.now() - begin);
  return { files: ended.report?.files ?? [], errors: errorsOf(ended), unsteady: [], durationMs };
}

/** Runs each file in which tests failed once more, with nothing beside it. */
export async function secondTry(first: TierRun, root: string, terminal: Terminal): Promise<TierRun> {
  const files: FileReport[] = [];
  const errors = [...first.errors];
  const unsteady: UnsteadyTest[] = [];
  for (const file of first.files) {
    if (!deservesSecondTry(file)) {
      files.push(file);
      continue;
    }
    terminal.say(`\n=== second try: ${file.file} ===`);
    const ended = await runVitest({ root, projects: [file.project], paths: [join(root, file.file)] }, terminal);
    const tried = together(file, ended.report?.files[0]);
    files.push(tried.file);
    errors.push(...errorsOf(ended));
    unsteady.push(...tried.unsteady);
  }
  return { ...first, files, errors, unsteady };
}

/** The failures outside of any file; a run that broke off, or ended badly without any failure, has failed too. */
function errorsOf({ code, report }: EndedRun): readonly string[] {
  if (report === undefined) {
    return code === 0 ? [] : [`the run broke off (exit ${code}); its output is above`];
  }
  const isExplained = report.errors.length > 0 || report.files.some(hasFailed);
  return code === 0 || isExplained ? report.errors : ['the run ended with an error outside of any test; see above'];
}

function hasFailed({ failure, tests }: FileReport): boolean {
  return failure !== undefined || tests.some(({ state }) => state === 'failed');
}
