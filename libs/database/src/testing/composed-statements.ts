import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Statement, statement } from '../statement.ts';

const composed = new Map<Statement, string>();

/** The lib with a `statement` that remembers what it made, and for whom: what a test puts in the lib's place, so that no statement has to be told of. */
export function rememberingStatements<Lib extends { readonly statement: typeof statement }>(lib: Lib): Lib {
  return {
    ...lib,
    statement(name: string, text: string) {
      const made = lib.statement(name, text);
      const [, caller = ''] = new Error().stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? [];
      composed.set(made, caller);
      return made;
    },
  };
}

/** What a lib has composed so far, but for its tests. */
export function composedStatements(folder: string): Statement[] {
  return [...composed].flatMap(([made, caller]) =>
    caller.includes(`${folder}/`) && !made.name.startsWith('test_') ? made : [],
  );
}

/** The lines of a lib's source that would compose a statement and did not. */
export async function statementsNotComposed(folder: string): Promise<string[]> {
  const callers = [...composed.values()].join('\n');
  const missing: string[] = [];
  for await (const file of glob('**/*.ts', { cwd: folder, exclude: ['**/*.test.ts', 'testing/**'] })) {
    const lines = (await readFile(join(folder, file), 'utf8')).split('\n');
    lines.forEach((line, index) => {
      const call = `/${file}:${index + 1}:`;
      if (/(?<![\w.])statement\(/.test(line) && !callers.includes(call)) {
        missing.push(call);
      }
    });
  }
  return missing;
}
