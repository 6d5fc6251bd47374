import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { sentenceOf } from '../cli/failure.ts';
import { goPrograms, presentProgram } from '../bring-program.ts';
import { workloadNames } from '../load-commands.ts';
import { refusedScripts } from '../refused-scripts.ts';
import type { Outcome, Terminal } from '../cli/terminal.ts';
import { staleFiles } from '../generators/generate-files.ts';
import { generators } from '../generators/generators.ts';
import { projectRoot } from '../project.ts';

interface Check {
  readonly name: string;
  readonly run: (terminal: Terminal) => Promise<boolean>;
}

const checks: readonly Check[] = [
  {
    name: 'types, lint and boundaries',
    run: () => runTool(['nx', 'dist', 'bin', 'nx.js'], ['run-many', '-t', 'typecheck', 'lint']),
  },
  { name: 'format', run: () => runTool(['prettier', 'bin', 'prettier.cjs'], ['--check', '--log-level=warn', '.']) },
  { name: 'generated files', run: checkGenerated },
  { name: 'load tests', run: checkLoadTests },
];

/** Runs every check, also after one that fails. */
export async function check(terminal: Terminal): Promise<Outcome> {
  const failed: string[] = [];
  for (const { name, run } of checks) {
    const isFine = await run(terminal);
    terminal.say(`${isFine ? 'ok    ' : 'FAILED'}  ${name}`);
    if (!isFine) {
      failed.push(name);
    }
  }
  return {
    document: { failed },
    text: failed.length === 0 ? 'Everything is in order.' : `Not in order: ${failed.join(', ')}.`,
    exitCode: failed.length === 0 ? 0 : 1,
  };
}

async function checkGenerated(terminal: Terminal): Promise<boolean> {
  try {
    const stale = await staleFiles(generators, projectRoot);
    for (const path of stale) {
      terminal.say(`  ${path} is not what ./rapport generate writes`);
    }
    return stale.length === 0;
  } catch (error) {
    terminal.say(`  ${sentenceOf(error)}`);
    return false;
  }
}

/** k6 reads every script, where k6 is there already: a check brings nothing. */
async function checkLoadTests(terminal: Terminal): Promise<boolean> {
  const program = await presentProgram(goPrograms.k6);
  if (program === undefined) {
    terminal.say('  k6 is not there, so the scripts were not read by it; ./rapport load brings it');
    return true;
  }
  const refused = await refusedScripts(program, workloadNames);
  for (const line of refused) {
    terminal.say(`  ${line}`);
  }
  return refused.length === 0;
}

function runTool(path: readonly string[], words: readonly string[]): Promise<boolean> {
  const child = spawn(process.execPath, [join(projectRoot, 'node_modules', ...path), ...words], {
    cwd: projectRoot,
    env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' },
    stdio: ['ignore', 2, 2],
  });
  return new Promise((resolve) => child.once('close', (code) => resolve(code === 0)));
}
