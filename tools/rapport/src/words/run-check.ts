import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure, WrongUse, type Outcome, type Terminal } from '@rapport/command-line';
import { untilEnded } from '../until-ended.ts';
import { projectRoot } from '../project.ts';

/** The members of a check's report that are read here. */
interface CheckReport {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

interface Check {
  /** The folder of the tool, below tools/. */
  readonly tool: string;
  readonly words: readonly string[];
  /** The sentence for a tool that has found nothing to do. */
  readonly nothingChosen: string;
}

/** Runs a check in a process of its own: it starts platforms, and so needs the words of the front door itself. */
export async function runCheck({ tool, words, nothingChosen }: Check, terminal: Terminal): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'rapport-check-'));
  const reportFile = join(folder, 'report.json');
  try {
    const code = await runTool(tool, [`--report=${reportFile}`, ...words], terminal);
    if (code === 2) {
      throw new WrongUse(nothingChosen);
    }
    const text = await readFile(reportFile, 'utf8').catch(() => undefined);
    if (text === undefined) {
      throw new Failure('The check broke off; what it said is above.');
    }
    const report = JSON.parse(text) as CheckReport;
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

/** The tool writes to stdout itself, except where stdout holds the one document. */
function runTool(tool: string, words: readonly string[], { isJson }: Terminal): Promise<number> {
  const child = spawn(process.execPath, [join(projectRoot, 'tools', tool, 'src/main.ts'), ...words], {
    cwd: projectRoot,
    stdio: ['ignore', isJson ? 2 : 1, 2],
  });
  return untilEnded(child);
}
