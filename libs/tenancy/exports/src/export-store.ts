import { erased, statement, utcText, type Sql, type TenantTable } from '@rapport/database';
import { lives, type CallContext } from '@rapport/kernel';
import type { TenantExport } from '@rapport/kinds';
import type { WrittenFile } from './writing/file-writer.ts';

/** A try to make an export, from its beginning on. Its id is also that of its table of pieces. */
export interface Attempt {
  readonly exportId: string;
  readonly attemptId: string;
  readonly tenantId: string;
  readonly tenantNumber: number;
  readonly organisationName: string;
  readonly cell: string;
  readonly createdOnUtc: string;
  /** Whether the tenant goes. */
  readonly isGoing: boolean;
  /** The attempts, with this one, that no process has ended. */
  readonly openAttempts: number;
  /** The rest of the time for all attempts. */
  readonly leftMs: number;
}

/** A file with the table of its pieces. */
export interface StoredFile extends Omit<WrittenFile, 'name'> {
  readonly attemptId: string;
  readonly tenantNumber: number;
  readonly cell: string;
}

export interface WaitingExports {
  readonly count: number;
  readonly oldestSeconds: number;
}

/** The statements of exports, in control. */
export class ExportStore {
  /** False where the tenant has an export that waits or runs. */
  async insert(context: CallContext, sql: Sql, tenantId: string, id: string): Promise<boolean> {
    const made = await sql.query(context, insertExport.with({ tenantId, id }));
    if (made.length > 0) {
      await sql.query(context, forgetOld.with({ tenantId }));
    }
    return made.length > 0;
  }

  async open(context: CallContext, sql: Sql, tenantId: string): Promise<TenantExport | undefined> {
    const [row] = await sql.query<TenantExport>(context, findOpen.with({ tenantId }));
    return row;
  }

  /** Newest first. */
  async list(context: CallContext, sql: Sql, tenantId: string): Promise<TenantExport[]> {
    return sql.query<TenantExport>(context, listExports.with({ tenantId }));
  }

  async find(context: CallContext, sql: Sql, tenantId: string, id: string): Promise<TenantExport | undefined> {
    const [row] = await sql.query<TenantExport>(context, findExport.with({ tenantId, id }));
    return row;
  }

  async file(
    context: CallContext,
    sql: Sql,
    tenantId: string,
    id: string,
    name: string,
  ): Promise<StoredFile | undefined> {
    const [row] = await sql.query<StoredFile>(context, findFile.with({ tenantId, id, name }));
    return row;
  }

  /** The first that waits of each cell in which none runs is to run from now on. */
  async startNext(context: CallContext, sql: Sql): Promise<{ readonly id: string; readonly tenantId: string }[]> {
    return sql.query<{ id: string; tenantId: string }>(context, startNext);
  }

  async waiting(context: CallContext, sql: Sql): Promise<WaitingExports> {
    const [row] = await sql.query<WaitingExports>(context, countWaiting);
    return row ?? { count: 0, oldestSeconds: 0 };
  }

  /** Undefined where the export runs no more. */
  async begin(context: CallContext, sql: Sql, id: string, attemptId: string): Promise<Attempt | undefined> {
    const [row] = await sql.query<Attempt>(context, beginAttempt.with({ id, attemptId }));
    return row;
  }

  async endAttempt(context: CallContext, sql: Sql, attempt: Attempt): Promise<void> {
    await sql.query(context, endAttempt.with(attempt));
  }

  /** False where another process is at the export meanwhile, as for the next one. */
  async makeReady(context: CallContext, sql: Sql, attempt: Attempt, files: readonly WrittenFile[]): Promise<boolean> {
    const ready = await sql.query(context, makeReady.with(attempt));
    if (ready.length === 0) {
      return false;
    }
    await sql.query(context, insertFiles.with({ ...attempt, files: JSON.stringify(files) }));
    await sql.query(context, expireOlder.with(attempt));
    return true;
  }

  async fail(context: CallContext, sql: Sql, attempt: Attempt, failure: string): Promise<boolean> {
    return (await sql.query(context, failExport.with({ ...attempt, failure }))).length > 0;
  }

  async expire(context: CallContext, sql: Sql): Promise<void> {
    await sql.query(context, expireDue);
  }

  /** Of these attempts those whose tables are needed. */
  async needed(context: CallContext, sql: Sql, attemptIds: readonly string[]): Promise<Set<string>> {
    const rows = await sql.query<{ attemptId: string }>(context, findNeeded.with({ attemptIds }));
    return new Set(rows.map(({ attemptId }) => attemptId));
  }

  async remove(context: CallContext, sql: Sql, tenantId: string): Promise<void> {
    await sql.query(context, removeExports.with({ tenantId }));
  }
}

export const exportTables: readonly TenantTable[] = [
  erased('control.export_file', 'export_id in (select id from control.export where tenant_id = :tenantId::uuid)'),
  erased('control.export'),
];

const isServed = `(export.state = 'ready' and export.expires_on > clock_timestamp())`;

const columns = `export.id as "exportId", case when export.state = 'ready' and not ${isServed} then 'expired' else export.state end as state,
  ${utcText('export.created_on')} as "createdOnUtc", ${utcText('export.ready_on')} as "readyOnUtc",
  ${utcText('export.expires_on')} as "expiresOnUtc", export.failure,
  coalesce((select json_agg(json_build_object('name', file.name, 'bytes', file.bytes, 'sha256', file.sha256) order by file.name)
    from control.export_file as file where file.export_id = export.id and ${isServed}), '[]') as files`;

// Of two orders at once one makes an export: the other waits for it, and then finds it there.
const insertExport = statement(
  'export_insert',
  `insert into control.export (id, tenant_id, cell) select :id, id, cell from control.tenant where id = :tenantId
on conflict (tenant_id) where state in ('queued', 'running') do nothing returning id`,
);

// Each order removes what came a hundred orders earlier, so a list stays short.
const forgetOld = statement(
  'export_forget_old',
  `delete from control.export where tenant_id = :tenantId and state in ('failed', 'expired')
  and id < (select id from control.export where tenant_id = :tenantId order by id desc offset 99 limit 1)`,
);

const findOpen = statement(
  'export_open',
  `select ${columns} from control.export where tenant_id = :tenantId and state in ('queued', 'running')`,
);

const listExports = statement(
  'export_list',
  `select ${columns} from control.export where tenant_id = :tenantId order by id desc limit 100`,
);

const findExport = statement(
  'export_find',
  `select ${columns} from control.export where id = :id and tenant_id = :tenantId`,
);

const findFile = statement(
  'export_file',
  `select file.place, file.bytes, file.sha256, export.attempt_id as "attemptId", export.cell, tenant.number as "tenantNumber"
from control.export join control.export_file as file on file.export_id = export.id join control.tenant on tenant.id = export.tenant_id
where export.id = :id and export.tenant_id = :tenantId and ${isServed} and file.name = :name`,
);

// Two processes at once may choose an export of one cell each; the index lets one of them commit.
const startNext = statement(
  'export_start_next',
  `with next as (
  select distinct on (cell) id from control.export as waiting where state = 'queued'
    and not exists (select from control.export as running where running.cell = waiting.cell and running.state = 'running')
  order by cell, id
)
update control.export set state = 'running', begun_on = clock_timestamp() from next where export.id = next.id and export.state = 'queued'
returning export.id, export.tenant_id as "tenantId"`,
);

const countWaiting = statement(
  'export_waiting',
  `select count(*)::int as count, coalesce(extract(epoch from clock_timestamp() - min(created_on)), 0)::float8 as "oldestSeconds"
from control.export where state = 'queued'`,
);

// The row says whose the table is before it is made, so no table of an attempt is ever without an owner.
const beginAttempt = statement(
  'export_begin',
  `update control.export set attempt_id = :attemptId, open_attempts = open_attempts + 1 from control.tenant
where export.id = :id and export.state = 'running' and tenant.id = export.tenant_id
returning export.id as "exportId", attempt_id as "attemptId", tenant_id as "tenantId", tenant.number as "tenantNumber",
  tenant.name as "organisationName", export.cell, ${utcText('export.created_on')} as "createdOnUtc",
  tenant.state not in ('active', 'suspended') as "isGoing", open_attempts as "openAttempts",
  (extract(epoch from begun_on + interval '${lives.exportMaking}' - clock_timestamp()) * 1000)::float8 as "leftMs"`,
);

const endAttempt = statement(
  'export_end_attempt',
  `update control.export set open_attempts = open_attempts - 1 where id = :exportId and attempt_id = :attemptId and state = 'running'`,
);

const makeReady = statement(
  'export_make_ready',
  `update control.export set state = 'ready', ready_on = clock_timestamp(), expires_on = clock_timestamp() + interval '${lives.export}'
where id = :exportId and attempt_id = :attemptId and state = 'running' returning id`,
);

const insertFiles = statement(
  'export_file_insert',
  `insert into control.export_file (export_id, name, place, bytes, sha256)
select :exportId, file.name, file.place, file.bytes, file.sha256
from json_to_recordset(:files::json) as file (name text, place int, bytes bigint, sha256 text)`,
);

// The files of `old`, by an array: a join would be planned with what the planner knew while there were few.
const removeFiles = 'delete from control.export_file where export_id = any(array(select id from old))';

// The newest three are kept.
const expireOlder = statement(
  'export_expire_older',
  `with old as (
  update control.export set state = 'expired' where id = any(array(
    select id from control.export where tenant_id = :tenantId and state = 'ready' order by id desc offset 3
  ))
  returning id
)
${removeFiles}`,
);

const failExport = statement(
  'export_fail',
  `update control.export set state = 'failed', failure = :failure
where id = :exportId and attempt_id = :attemptId and state = 'running' returning id`,
);

const expireDue = statement(
  'export_expire_due',
  `with old as (update control.export set state = 'expired' where state = 'ready' and expires_on <= now() returning id)
${removeFiles}`,
);

const findNeeded = statement(
  'export_needed',
  `select attempt_id as "attemptId" from control.export where attempt_id = any(:attemptIds::uuid[]) and state in ('running', 'ready')`,
);

const removeExports = statement('export_remove', 'delete from control.export where tenant_id = :tenantId');
