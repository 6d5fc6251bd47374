import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { Failure, WrongUse, type AnyValues, type Outcome, type Terminal } from '@rapport/command-line';
import { untilEnded } from '../until-ended.ts';
import { projectRoot } from '../project.ts';

/** Runs a bench in a process of its own; what it measured is its standard output. */
export async function bench(word: string, values: AnyValues, { isJson }: Terminal): Promise<Outcome> {
  const figures = Object.entries(values).flatMap(([name, value]) => {
    if (typeof value !== 'string') {
      return [];
    }
    if (name === 'against') {
      return [`--against=${resolve(value)}`];
    }
    if (!/^[1-9]\d{0,6}$/.test(value)) {
      throw new WrongUse(`--${name} is a whole number from 1 on.`);
    }
    return [`--${name}=${value}`];
  });
  const program = join(projectRoot, 'tools', 'bench', 'src', 'main.ts');
  const child = spawn(process.execPath, [program, word, ...figures, ...(isJson ? ['--json'] : [])], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const code = await untilEnded(child);
  const text = Buffer.concat(chunks).toString().trim();
  if (code !== 0) {
    throw new Failure('The bench failed; what it said is above.');
  }
  return { document: isJson ? (JSON.parse(text) as object) : {}, text };
}
