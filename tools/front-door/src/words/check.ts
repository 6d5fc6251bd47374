import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Failure, sentenceOf, type Outcome, type Terminal } from '@rapport/command-line';
import { filesChangedSinceMain } from '../changed-files.ts';
import { goPrograms, presentProgram } from '@rapport/local-platform/programs';
import { projectRoot } from '@rapport/local-platform/project';
import { refusedScripts } from '../refused-scripts.ts';
import { generators, staleFiles } from '@rapport/generate';
import { foldersToLint, type ProjectGraph } from './folders-to-lint.ts';

interface Check {
  readonly name: string;
  readonly run: (terminal: Terminal) => Promise<boolean>;
}

/** Runs every check, also after one that fails. With `changed` it looks at what differs from main alone. */
export async function check({ changed: isChanged }: { changed: boolean }, terminal: Terminal): Promise<Outcome> {
  // Without a graph the rule about boundaries skips itself and says nothing.
  const graph = await projectGraph();
  const checks = isChanged ? checksOfChange(await filesChangedSinceMain(), graph) : allChecks;
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

const types: Check = { name: 'types', run: checkTypes };
const generated: Check = { name: 'generated files', run: checkGenerated };
const loadTests: Check = { name: 'load tests', run: checkLoadTests };
const lintOfAll = lintOf('lint and boundaries', ['.']);

const allChecks: readonly Check[] = [
  ...[types, lintOfAll],
  ...[{ name: 'format', run: () => checkFormat(['.']) }, generated, loadTests],
];

/** The check that is most likely to fail, and is quick, comes first. */
function checksOfChange(files: readonly string[], graph: ProjectGraph): readonly Check[] {
  const folders = foldersToLint(files, graph);
  return [
    { name: 'format', run: () => checkFormat(files) },
    folders ? lintOf('lint and boundaries of what changed and what uses it', folders) : lintOfAll,
    types,
    generated,
    ...(files.some((file) => file.startsWith('load-tests/')) ? [loadTests] : []),
  ];
}

function lintOf(name: string, folders: readonly string[]): Check {
  return { name, run: async () => folders.length === 0 || runTool(['eslint', 'bin', 'eslint.js'], folders) };
}

async function projectGraph(): Promise<ProjectGraph> {
  const folder = await mkdtemp(join(tmpdir(), 'rapport-graph-'));
  try {
    const file = join(folder, 'graph.json');
    const nx = join(projectRoot, 'node_modules', 'nx', 'dist', 'bin', 'nx.js');
    const options = { cwd: projectRoot, env: { ...process.env, NX_DAEMON: 'false' } };
    await promisify(execFile)(process.execPath, [nx, 'graph', `--file=${file}`], options).catch((error: unknown) => {
      throw new Failure(`Nx could not say which projects there are. ${sentenceOf(error)}`);
    });
    return (JSON.parse(await readFile(file, 'utf8')) as { graph: ProjectGraph }).graph;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** All projects are one program: what they share is read once, which takes a fraction of the time of one after the other. */
async function checkTypes(): Promise<boolean> {
  const projects = ['tsconfig.json', 'load-tests', 'apps/console'];
  const outcomes = await Promise.all(
    projects.map((project) => runTool(['@typescript', 'native', 'bin', 'tsc'], ['-p', project])),
  );
  return outcomes.every((isFine) => isFine);
}

async function checkFormat(files: readonly string[]): Promise<boolean> {
  const words = ['--check', '--log-level=warn', '--ignore-unknown', ...files];
  return files.length === 0 || runTool(['prettier', 'bin', 'prettier.cjs'], words);
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
  const refused = await refusedScripts(program);
  for (const line of refused) {
    terminal.say(`  ${line}`);
  }
  return refused.length === 0;
}

function runTool(path: readonly string[], words: readonly string[]): Promise<boolean> {
  const child = spawn(process.execPath, [join(projectRoot, 'node_modules', ...path), ...words], {
    cwd: projectRoot,
    env: { ...process.env, NX_DAEMON: 'false' },
    stdio: ['ignore', 2, 2],
  });
  return new Promise((resolve) => child.once('close', (code) => resolve(code === 0)));
}
