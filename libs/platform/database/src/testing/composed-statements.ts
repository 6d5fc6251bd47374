import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NamedStatement, statement } from '../statements/statement.ts';

const composed = new Map<NamedStatement, string>();

/**
 * The lib with a `statement` that remembers what it made, and for which caller. A test puts it in the lib's place, so
 * that no list of statements has to be kept.
 */
export function rememberingStatements<Lib extends { readonly statement: typeof statement }>(lib: Lib): Lib {
  return {
    ...lib,
    statement(...given: Parameters<typeof statement>) {
      const made: NamedStatement = lib.statement(...given);
      const [, caller = ''] = new Error().stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? [];
      composed.set(made, caller);
      return made;
    },
  };
}

/** The statements that a lib has composed so far, without those of its tests. */
export function composedStatements(folder: string): NamedStatement[] {
  return [...composed].flatMap(([made, caller]) =>
    caller.includes(`${folder}/`) && !made.name.startsWith('test_') ? made : [],
  );
}

/** The lines of a lib's source that compose a statement and were not run. */
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
