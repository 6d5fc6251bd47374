import { cp, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sentenceOf } from '@rapport/command-line';
import { keptFolder } from './kept-folder.ts';
import { runProgram } from './run-program.ts';

const source = join(import.meta.dirname, '..', 'consumer');
const root = join(import.meta.dirname, '..', '..', '..');

/** The compilers and the other Node with which integrators use the packed client. */
export interface Consumer {
  readonly compilers: readonly string[];
  readonly nodes: readonly string[];
  readonly typeRoots: string;
}

/** Brings them, or says in one sentence what is missing. */
export async function bringConsumer(): Promise<Consumer | { readonly missing: string }> {
  try {
    return consumerOf(await keptPrograms());
  } catch (error) {
    return { missing: `npm could not bring the compilers: ${sentenceOf(error)}` };
  }
}

/** An empty folder into which the tarball was installed, with the program that uses every call. */
export async function installedFolder({ typeRoots }: Consumer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rapport-consumer-'));
  await runProgram('npm', ['pack', '--workspace', '@rapport/client', '--pack-destination', folder], { folder: root });
  const [tarball = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  await runProgram('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${tarball}`], { folder });
  await symlink(typeRoots, join(folder, 'node_modules', '@types'));
  await Promise.all(['tsconfig.json', 'every-call.ts'].map((file) => cp(join(source, file), join(folder, file))));
  return folder;
}

export function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true });
}

function keptPrograms(): Promise<string> {
  return keptFolder('client-consumer', join(source, 'package-lock.json'), async (folder) => {
    await Promise.all(['package.json', 'package-lock.json'].map((file) => cp(join(source, file), join(folder, file))));
    await runProgram('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { folder });
  });
}

function consumerOf(kept: string): Consumer {
  const modules = join(kept, 'node_modules');
  return {
    compilers: ['typescript', 'typescript-newest'].map((name) => join(modules, name, 'bin', 'tsc')),
    nodes: [process.execPath, join(modules, 'node', 'bin', 'node')],
    typeRoots: join(modules, '@types'),
  };
}
