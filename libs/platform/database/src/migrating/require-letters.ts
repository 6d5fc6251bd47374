import { callOf } from '../call.ts';
import { statement } from '../statements/statement.ts';
import type { Connection } from '../wire/connection.ts';

/**
 * Searches find words by their trigrams, for which the database must know which characters beyond ASCII are letters: with
 * LC_CTYPE C a word such as "şişli" has none, and each search reads every record.
 */
export async function requireLetters(connection: Connection, database: string): Promise<void> {
  const [row] = await connection.execute<{ name: string; knows: boolean }>(callOf(characterTypes, 'objects'), 10_000);
  if (row && !row.knows) {
    throw new Error(
      `The database ${database} was made with LC_CTYPE ${row.name}, which knows no letters beyond ASCII; ` +
        'make it anew with LC_CTYPE C.UTF-8 and restore its data there.',
    );
  }
}

const characterTypes = statement(
  'character_types',
  `select datctype as name, datctype not in ('C', 'POSIX') as knows from pg_database where datname = current_database()`,
);
