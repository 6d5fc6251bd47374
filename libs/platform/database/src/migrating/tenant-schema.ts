import { serviceUnavailable, type CallContext } from '@rapport/kernel';
import pg from 'pg';
import { advisoryLocks } from '../advisory-locks.ts';
import { readMigrations, type MigrationFile } from './migration-files.ts';
import type { CellSql } from '../sql.ts';
import { renderForTenant } from '../tenant/tenant-text.ts';

/**
 * Makes a tenant's schema from the committed template, with its row in the ledger: one call, one transaction. A second
 * time it changes nothing, so a process that was interrupted can go on. A cell whose tenants are newer than this
 * program refuses: no migration would bring such a tenant up to date.
 */
export async function createTenantSchema(context: CallContext, cell: CellSql, tenantNumber: number): Promise<void> {
  const { version, lines } = await committedTemplate();
  const script = renderForTenant(`${beforeTemplate(version)}\n${lines.join('\n')}`, tenantNumber);
  try {
    await cell.script(context, 'create_tenant_schema', script);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) {
      throw error;
    }
    if (error.message === newerCell) {
      throw serviceUnavailable('The platform is being upgraded; try again in a minute.', 60, error);
    }
    if (error.constraint !== 'tenant_schema_pkey') {
      throw error;
    }
  }
}

/**
 * Removes a tenant's schema and what the cell knows of it, where they are there. It waits for a creation of the same
 * schema that is under way, because both write its row in the ledger.
 */
export async function dropTenantSchema(context: CallContext, cell: CellSql, tenantNumber: number): Promise<void> {
  await cell.script(context, 'drop_tenant_schema', renderForTenant(dropText, tenantNumber));
}

const dropText = `set local role rapport_owner;
select pg_advisory_xact_lock_shared(${advisoryLocks.migration}, 0);
insert into cell.tenant_schema (tenant, version) values (:tenant, 0) on conflict (tenant) do nothing;
drop schema if exists :schema cascade;
delete from cell.member where tenant = :tenant;
delete from cell.fan_out where tenant = :tenant;
delete from cell.tenant_schema where tenant = :tenant;`;

/** The lock keeps a migration from noting its files while this looks at them. */
function beforeTemplate(version: number): string {
  return `set local role rapport_owner;
select pg_advisory_xact_lock_shared(${advisoryLocks.migration}, 0);
do $$ begin
  if exists (select from cell.migration where scope = 'tenant' and version > ${version}) then
    raise exception '${newerCell}';
  end if;
end $$;
insert into cell.tenant_schema (tenant, version) values (:tenant, ${version});`;
}

const newerCell = 'the tenants of this cell are newer than this program';

interface TenantTemplate {
  readonly version: number;
  readonly lines: readonly string[];
}

/**
 * A bundle has an imported file inside, wherever it runs. The import waits until a tenant is made, so that `generate` lists
 * the catalogue of the template that it has just written.
 */
async function committedTemplate(): Promise<TenantTemplate> {
  return (await import('../../templates/tenant.json', { with: { type: 'json' } })).default;
}

/** The template is every migration of a tenant in one text, so that a new tenant costs a single call. */
function tenantTemplate(files: readonly MigrationFile[]): TenantTemplate {
  const lines = files.flatMap(({ name, text }) => [`-- ${name}`, ...text.trim().split('\n'), '']);
  return { version: files.length, lines };
}

/** For `generate`: the template that the migrations make, and the versions to which they bring each kind of schema. */
export const templateGenerator = {
  name: 'tenant template',
  async run(): Promise<Record<string, string>> {
    const [control, cell, tenant] = await Promise.all([
      readMigrations('control'),
      readMigrations('cell'),
      readMigrations('tenant'),
    ]);
    const versions = { control: control.length, cell: cell.length, tenant: tenant.length };
    return {
      'libs/platform/database/templates/tenant.json': `${JSON.stringify(tenantTemplate(tenant), null, 2)}\n`,
      'libs/platform/database/templates/versions.json': `${JSON.stringify(versions, null, 2)}\n`,
    };
  },
};
