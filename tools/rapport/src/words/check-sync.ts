import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure, WrongUse } from '../cli/failure.ts';
import type { Outcome, Terminal } from '../cli/terminal.ts';
import { untilEnded } from '../cli/until-ended.ts';
import { projectRoot } from '../project.ts';

interface CheckSyncValues {
  readonly all: boolean;
  readonly only: string | undefined;
  readonly scale: string;
}

/** What the tool reports, as far as it is read here. */
interface SyncReport {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Runs tools/sync-check in a process of its own: it starts platforms, and so needs these words itself. */
export async function checkSync({ all, only, scale }: CheckSyncValues, terminal: Terminal): Promise<Outcome> {
  if (!/^\d{1,2}(\.\d{1,3})?$/.test(scale) || Number(scale) === 0)
    throw new WrongUse('--scale is a number such as 0.1.');
  const folder = await mkdtemp(join(tmpdir(), 'rapport-check-'));
  const reportFile = join(folder, 'report.json');
  try {
    const words = [`--report=${reportFile}`, `--scale=${scale}`, ...(all ? ['--all'] : [])];
    const code = await runTool(only === undefined ? words : [...words, `--only=${only}`], terminal);
    if (code === 2) throw new WrongUse('--only is a list of words in the names of scenarios or rules.');
    const text = await readFile(reportFile, 'utf8').catch(() => undefined);
    if (text === undefined) throw new Failure('The check broke off; what it said is above.');
    const report = JSON.parse(text) as SyncReport;
    const { passed, failed, skipped } = report;
    return {
      document: report,
      text: `${passed} passed, ${failed} failed, ${skipped} skipped`,
      exitCode: failed > 0 ? 1 : 0,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The tool speaks on stdout itself, except where that holds the one document. */
function runTool(words: readonly string[], { isJson }: Terminal): Promise<number> {
  const child = spawn(process.execPath, [join(projectRoot, 'tools/sync-check/src/main.ts'), ...words], {
    cwd: projectRoot,
    stdio: ['ignore', isJson ? 2 : 1, 2],
  });
  return untilEnded(child);
}
