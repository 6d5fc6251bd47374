import versions from '../../templates/versions.json' with { type: 'json' };
import type { DatabaseSender } from '../database-sender.ts';
import { statement } from '../statements/statement.ts';
import type { SchemaReader, SchemaVersions } from './schema-watch.ts';

export function readerOfControl(sender: DatabaseSender): SchemaReader {
  return async () => {
    const [row] = await sender.ask<{ version: number }>(controlVersion);
    return { version: row?.version ?? 0, tenantsBehind: [] };
  };
}

export function readerOfCell(sender: DatabaseSender): SchemaReader {
  return async () => {
    const [row] = await sender.ask<SchemaVersions>(cellVersions.with({ version: versions.tenant }));
    return row ?? { version: 0, tenantsBehind: [] };
  };
}

const controlVersion = statement(
  'control_version',
  `select coalesce(max(version), 0) as version from control.migration where scope = 'control'`,
);

/** The index of the versions finds the tenants, of which a migrated cell has none. */
const cellVersions = statement(
  'cell_versions',
  `select (select coalesce(max(version), 0) from cell.migration where scope = 'cell') as version,
    array(select tenant from cell.tenant_schema where version < :version::int) as "tenantsBehind"`,
);
