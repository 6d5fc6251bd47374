import versions from '../../templates/versions.json' with { type: 'json' };
import type { DatabaseSender } from '../database-sender.ts';
import { statement } from '../statements/statement.ts';
import type { SchemaReader, SchemaVersions } from './schema-watch.ts';

export function readerOfControl(sender: DatabaseSender): SchemaReader {
  return async () => {
    const [row] = await sender.ask<Pick<SchemaVersions, 'version' | 'turns'>>(controlVersion);
    return { ...none, ...row };
  };
}

export function readerOfCell(sender: DatabaseSender, name: string): SchemaReader {
  return async () => {
    const [row] = await sender.ask<Omit<SchemaVersions, 'turns'> & { turn: number }>(
      cellVersions.with({ version: versions.tenant }),
    );
    return row ? { ...row, turns: { [name]: row.turn } } : none;
  };
}

const none: SchemaVersions = { version: 0, tenantsBehind: [], tenantsFailed: 0, turns: {} };

const controlVersion = statement(
  'control_version',
  `select (select coalesce(max(version), 0) from control.migration where scope = 'control') as version,
    (select coalesce(jsonb_object_agg(name, turn), '{}') from control.cell) as turns`,
);

/** Two indexes find the tenants that are behind and those at which a migration failed. A migrated cell has none of either. */
const cellVersions = statement(
  'cell_versions',
  `select (select coalesce(max(version), 0) from cell.migration where scope = 'cell') as version,
    array(select tenant from cell.tenant_schema where version < :version::int) as "tenantsBehind",
    (select count(*) from cell.tenant_schema where failed_on is not null)::int as "tenantsFailed",
    (select turn from cell.epoch) as turn`,
);
