import { dropTenantSchema, schemaName, statement, type Database } from '@rapport/database';
import type { Belongings } from './belongings.ts';

/** The tenant's schema, with all its records. */
export function schemaOf(database: Database): Belongings {
  return {
    count: async (context, { cell, number }) => {
      const counted = countTables.with({ name: schemaName(number) });
      const [row] = await database.cell(cell).query<{ tables: number }>(context, counted);
      return { tables: row?.tables ?? 0 };
    },
    erase: (context, { cell, number }) => dropTenantSchema(context, database.cell(cell), number),
  };
}

const countTables = statement(
  'deletion_count_tables',
  `select count(*)::int as tables from pg_class where relkind = 'r' and relnamespace = to_regnamespace(:name)`,
);
