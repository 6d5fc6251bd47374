import versions from '../../templates/versions.json' with { type: 'json' };
import type { DatabaseSender } from '../database-sender.ts';
import { statement } from '../statements/statement.ts';
import type { SchemaReader, SchemaVersions } from './schema-watch.ts';

export function readerOfControl(sender: DatabaseSender): SchemaReader {
  return async () => {
    const [row] = await sender.ask<{ version: number }>(controlVersion);
    return { ...none, version: row?.version ?? 0 };
  };
}

export function readerOfCell(sender: DatabaseSender): SchemaReader {
  return async () => {
    const [row] = await sender.ask<SchemaVersions>(cellVersions.with({ version: versions.tenant }));
    return row ?? none;
  };
}

const none: SchemaVersions = { version: 0, tenantsBehind: [], tenantsFailed: 0 };

const controlVersion = statement(
  'control_version',
  `select coalesce(max(version), 0) as version from control.migration where scope = 'control'`,
);

/** Two indexes find the tenants that are behind and those at which a migration failed. A migrated cell has none of either. */
const cellVersions = statement(
  'cell_versions',
  `select (select coalesce(max(version), 0) from cell.migration where scope = 'cell') as version,
    array(select tenant from cell.tenant_schema where version < :version::int) as "tenantsBehind",
    (select count(*) from cell.tenant_schema where failed_on is not null)::int as "tenantsFailed"`,
);
