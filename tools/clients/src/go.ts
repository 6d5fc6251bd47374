import { cp, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sentenceOf } from '@rapport/command-line';
import type { Language, Tools } from './language.ts';
import { runProgram } from './run-program.ts';

const source = join(import.meta.dirname, '..', 'go');

/** oapi-codegen, which Go builds from the sums beside the program. */
export const go: Language = {
  name: 'Go',
  bring: async () => {
    const program = await findGo();
    if (program === undefined) {
      return { missing: 'Go is not on the PATH.' };
    }
    try {
      await runProgram(program, ['tool', 'oapi-codegen', '--version'], { folder: source, environment });
      return { tools: toolsOf(program) };
    } catch (error) {
      return { missing: `Go could not build oapi-codegen: ${sentenceOf(error)}` };
    }
  },
};

const environment = { GOTOOLCHAIN: 'local', CGO_ENABLED: '0', GOFLAGS: '-buildvcs=false' };

function toolsOf(program: string): Tools {
  return {
    generate: async (folder, document) => {
      await cp(source, folder, { recursive: true });
      await mkdir(join(folder, document), { recursive: true });
      const output = join(document, 'client.gen.go');
      const words = ['-generate', 'types,client', '-package', document, '-o', output, `${document}.json`];
      await runProgram(program, ['tool', 'oapi-codegen', ...words], { folder, environment });
      const text = await readFile(join(folder, output), 'utf8');
      const methods = text.matchAll(/^func \(c \*ClientWithResponses\) (\w+?)(?:With\w+)?WithResponse\(/gm);
      return Array.from(methods, ([, name = '']) => name);
    },
    compile: async (folder) => {
      await runProgram(program, ['build', '-trimpath', '-o', 'play', '.'], { folder, environment });
    },
    play: (folder, credentials) => runProgram(join(folder, 'play'), [], { folder, environment: { ...credentials } }),
  };
}

async function findGo(): Promise<string | undefined> {
  for (const program of ['go', '/usr/local/go/bin/go']) {
    const version = await runProgram(program, ['version'], { folder: source }).catch(() => undefined);
    if (version !== undefined) {
      return program;
    }
  }
  return undefined;
}
