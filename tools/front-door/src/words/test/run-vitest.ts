import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Terminal } from '@rapport/command-line';
import { projectRoot } from '@rapport/local-platform/project';
import { untilEnded } from '@rapport/local-platform/until-ended';
import { reportVariable, type RunReport } from './run-report.ts';

export interface Run {
  /** The folder whose vitest.config.ts says which projects there are. */
  readonly root: string;
  /** Names of projects, with `*` and `!` as Vitest reads them. */
  readonly projects: readonly string[];
  /** Whole paths of files, and of folders with a slash at their end; everything if there is none. */
  readonly paths: readonly string[];
}

export interface EndedRun {
  readonly code: number;
  /** The report of the run, unless it broke off. */
  readonly report?: RunReport;
}

export async function runVitest(run: Run, terminal: Terminal): Promise<EndedRun> {
  const folder = await mkdtemp(join(tmpdir(), 'rapport-test-'));
  const reportFile = join(folder, 'report.json');
  try {
    const words = [`--reporter=${join(import.meta.dirname, 'run-reporter.ts')}`, '--reporter=default'];
    const code = await startVitest('run', run, words, { [reportVariable]: reportFile }, terminal);
    const text = await readFile(reportFile, 'utf8').catch(() => undefined);
    return { code, ...(text !== undefined && { report: JSON.parse(text) as RunReport }) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs what a change concerns after each change, until the person ends it. */
export function watchVitest(run: Run, terminal: Terminal): Promise<number> {
  return startVitest('watch', run, [], {}, terminal);
}

/** The runner writes to stdout itself, except where stdout holds the one document. */
function startVitest(
  mode: 'run' | 'watch',
  { root, projects, paths }: Run,
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
  { isJson }: Terminal,
): Promise<number> {
  const program = join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs');
  const chosen = projects.map((project) => `--project=${project}`);
  const child = spawn(process.execPath, [program, mode, ...paths, ...chosen, ...words, '--passWithNoTests'], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: [mode === 'watch' ? 'inherit' : 'ignore', isJson ? 2 : 1, 2],
  });
  return untilEnded(child);
}
