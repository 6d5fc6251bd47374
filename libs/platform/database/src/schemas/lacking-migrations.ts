import type { CallContext } from '@rapport/kernel';
import versions from '../../templates/versions.json' with { type: 'json' };
import type { CellSql } from '../sql.ts';
import { statement } from '../statements/statement.ts';
import { utcText } from '../utc-text.ts';

/** This program's migrations that a cell lacks. */
export interface LackingMigrations {
  readonly pendingMigrations: number;
  /** The number of tenants that are older than this program. */
  readonly behind: number;
  /** Those that a migration failed at, by their numbers, the last ones first and no more than a hundred. */
  readonly failed: FailedTenant[];
}

interface FailedTenant {
  readonly number: number;
  readonly failure: string;
  readonly failedOnUtc: string;
}

export async function migrationsLacking(context: CallContext, cell: CellSql): Promise<LackingMigrations> {
  const sent = lackingMigrations.with({ cellVersion: versions.cell, tenantVersion: versions.tenant });
  const [lacking] = await cell.query<LackingMigrations>(context, sent);
  return lacking ?? { pendingMigrations: versions.cell, behind: 0, failed: [] };
}

/** Indexes find the tenants, of which a migrated cell has none. */
const lackingMigrations = statement(
  'cell_lacking_migrations',
  `select :cellVersion::int
    - (select count(*) from cell.migration where scope = 'cell' and version <= :cellVersion)::int as "pendingMigrations",
  (select count(*) from cell.tenant_schema where version < :tenantVersion)::int as behind,
  (select coalesce(json_agg(last), '[]') from (
    select tenant as number, failure, ${utcText('failed_on')} as "failedOnUtc" from cell.tenant_schema
    where failed_on is not null order by failed_on desc limit 100) as last) as failed`,
);
