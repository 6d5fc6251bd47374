import { copyFile, cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sentenceOf } from '@rapport/command-line';
import { keptFolder } from './kept-folder.ts';
import type { Language, Tools } from './language.ts';
import { runProgram } from './run-program.ts';

const source = join(import.meta.dirname, '..', 'python');
const pins = join(source, 'requirements.txt');

/** openapi-python-client, in an environment of its own. */
export const python: Language = {
  name: 'Python',
  bring: async () => {
    const here = { folder: source };
    const found = await runProgram('python3', ['-c', 'import venv, ensurepip'], here).catch(sentenceOf);
    if (found !== '') {
      return { missing: 'python3 with the modules venv and ensurepip is not on the PATH.' };
    }
    try {
      const kept = await keptFolder('python-client', pins, async (folder) => {
        await runProgram('python3', ['-m', 'venv', folder], here);
        await runProgram(join(folder, 'bin', 'python'), [...install, pins], here);
      });
      return { tools: toolsOf(join(kept, 'bin', 'python')) };
    } catch (error) {
      return { missing: `pip could not bring the generator: ${sentenceOf(error)}` };
    }
  },
};

const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps', '-r'];

function toolsOf(program: string): Tools {
  return {
    generate: async (folder, document) => {
      const output = `${document}_api`;
      const words = ['--path', `${document}.json`, '--output-path', output, '--meta', 'none', '--fail-on-warning'];
      await copyFile(join(source, 'config.yaml'), join(folder, 'config.yaml'));
      await runProgram(program, ['-m', 'openapi_python_client', 'generate', ...words, '--config', 'config.yaml'], {
        folder,
      });
      const files = await readdir(join(folder, output, 'api'), { recursive: true });
      const modules = files.filter((file) => file.endsWith('.py') && !file.endsWith('__init__.py'));
      return modules.map((file) => file.replace(/^.*\//, '').slice(0, -'.py'.length));
    },
    compile: async (folder) => {
      await cp(join(source, 'play.py'), join(folder, 'play.py'));
      await runProgram(program, ['-m', 'compileall', '-q', '.'], { folder });
    },
    play: (folder, credentials) => runProgram(program, ['play.py'], { folder, environment: { ...credentials } }),
  };
}
