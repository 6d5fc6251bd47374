import { spawn } from 'node:child_process';
import { access } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Failure, WrongUse, type AnyValues, type Outcome, type Terminal } from '@rapport/command-line';
import { namedAccess } from '@rapport/rapport';
import { untilEnded } from '../until-ended.ts';
import { projectRoot } from '../project.ts';
import { readReplicas } from './replicas.ts';

const profiles = ['short', 'normal', 'long'];

/** Runs tools/load in a process of its own, because that starts platforms itself. */
export async function load(workload: string, values: AnyValues, terminal: Terminal): Promise<Outcome> {
  if (!profiles.includes(String(values['profile']))) {
    throw new WrongUse(`--profile is one of ${profiles.join(', ')}.`);
  }
  await requireTarget(values);
  const replicas = JSON.stringify(readReplicas(textOf(values, 'replicas')));
  const passed = ['profile', 'base-url', 'operator-url', 'credential-file', 'out'].flatMap((name) => {
    const value = textOf(values, name);
    return value === undefined ? [] : [`--${name}=${name === 'out' ? resolve(value) : value}`];
  });
  const { code, document } = await runTool([`--workload=${workload}`, `--replicas=${replicas}`, ...passed]);
  if ('error' in document) {
    throw new Failure(String(document.error));
  }
  terminal.say('');
  return {
    document,
    text: `${workload}: ${String((document as { verdict?: string }).verdict)}`,
    exitCode: code === 0 ? 0 : 1,
  };
}

export async function listWorkloads(): Promise<Outcome> {
  const { document } = await runTool(['--list']);
  const { workloads } = document as { workloads: { name: string; summary: string }[] };
  const lines = workloads.map(({ name, summary }) => `  ${name.padEnd(11)} ${summary}`);
  return {
    document,
    text: [...lines, '', './rapport load compare A B shows two results that --out kept beside each other.'].join('\n'),
  };
}

export async function compare({ A, B }: Readonly<Record<'A' | 'B', string>>, _terminal: Terminal): Promise<Outcome> {
  const folders = [A, B].map((given) => resolve(basename(given) === resultFile ? dirname(given) : given));
  for (const folder of folders) {
    await access(join(folder, resultFile)).catch(() => {
      throw new Failure(
        `There is no ${resultFile} in ${folder}; ./rapport load writes it to the folder that --out names.`,
      );
    });
  }
  const { document } = await runTool(folders.map((folder) => `--compare=${folder}`));
  return { document, text: (document as { lines: string[] }).lines.join('\n') };
}

const resultFile = 'result.json';

/** Another platform than one of the own needs all three, and a platform of the own none of them. */
async function requireTarget(values: AnyValues): Promise<void> {
  const given = [textOf(values, 'base-url'), await namedAccess(values)].filter((value) => value !== undefined);
  if (given.length === 1) {
    throw new WrongUse('--base-url, --operator-url and --credential-file belong together.');
  }
  const [baseUrl] = given;
  if (typeof baseUrl === 'string' && !URL.canParse(baseUrl)) {
    throw new WrongUse('--base-url is an address such as http://localhost:8080.');
  }
}

async function runTool(words: readonly string[]): Promise<{ code: number; document: object }> {
  const program = join(projectRoot, 'tools', 'load', 'src', 'main.ts');
  const child = spawn(process.execPath, [program, ...words], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const code = await untilEnded(child);
  const last = Buffer.concat(chunks).toString().trim().split('\n').at(-1) ?? '';
  if (last === '') {
    throw new Failure('The run broke off; what it said is above.');
  }
  return { code, document: JSON.parse(last) as object };
}

function textOf(values: AnyValues, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}
