import { fileURLToPath } from 'node:url';
import { createProjectGraphAsync } from '@nx/devkit';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';

/** Lints texts as if they stood in the workspace, under the rules that every file there obeys. */
export class Probe {
  readonly #eslint: ESLint;

  private constructor(eslint: ESLint) {
    this.#eslint = eslint;
  }

  /** Without a graph of the projects the rule of boundaries skips every file silently, so the graph comes first. */
  static async create(): Promise<Probe> {
    process.env['NX_DAEMON'] = 'false';
    process.chdir(root);
    await createProjectGraphAsync({ exitOnError: false });
    const untyped = {
      files: ['**/*.ts'],
      ...tseslint.configs.disableTypeChecked,
      languageOptions: { parserOptions: { project: null } },
    };
    return new Probe(new ESLint({ cwd: root, overrideConfig: [untyped] }));
  }

  /** The messages of the rules for a text at a path, as `rule: message`. */
  async lint(path: string, text: string): Promise<string[]> {
    const [result] = await this.#eslint.lintText(text, { filePath: path });
    return (result?.messages ?? []).map(({ ruleId, message }) => `${ruleId ?? 'parser'}: ${message}`);
  }
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
