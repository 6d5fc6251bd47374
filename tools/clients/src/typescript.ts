import { cp, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { sentenceOf } from '@rapport/command-line';
import { keptFolder } from './kept-folder.ts';
import type { Language, Tools } from './language.ts';
import { runProgram } from './run-program.ts';

const source = join(import.meta.dirname, '..', 'typescript');
const pinned = ['package.json', 'package-lock.json'] as const;

/** openapi-typescript and openapi-fetch, with the compiler that they know. */
export const typescript: Language = {
  name: 'TypeScript',
  bring: async () => {
    try {
      const kept = await keptFolder('typescript-client', join(source, 'package-lock.json'), async (folder) => {
        await Promise.all(pinned.map((file) => cp(join(source, file), join(folder, file))));
        await runProgram('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { folder });
      });
      return { tools: toolsOf(join(kept, 'node_modules')) };
    } catch (error) {
      return { missing: `npm could not bring the generator: ${sentenceOf(error)}` };
    }
  },
};

function toolsOf(modules: string): Tools {
  const node = process.execPath;
  return {
    generate: async (folder, document) => {
      const output = `${document}.d.ts`;
      const generator = join(modules, 'openapi-typescript', 'bin', 'cli.js');
      await runProgram(node, [generator, `${document}.json`, '-o', output], { folder });
      const [, operations = ''] = (await readFile(join(folder, output), 'utf8')).split('export interface operations {');
      return Array.from(operations.matchAll(/^ {4}(\w+): \{$/gm), ([, name = '']) => name);
    },
    compile: async (folder) => {
      await symlink(modules, join(folder, 'node_modules'));
      await Promise.all(['play.mts', 'tsconfig.json'].map((file) => cp(join(source, file), join(folder, file))));
      await runProgram(node, [join(modules, 'typescript', 'bin', 'tsc'), '-p', '.'], { folder });
    },
    play: (folder, credentials) => runProgram(node, ['play.mts'], { folder, environment: { ...credentials } }),
  };
}
