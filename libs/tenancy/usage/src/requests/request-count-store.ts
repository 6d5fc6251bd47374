import { goes } from '@rapport/admission';
import { erased, type Sql, statement, type TenantTable } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import { clock, countedDay } from '../counted-day.ts';
import { levelsOf } from '../levels.ts';
import type { RequestCount } from './request-counts.ts';

/** One batch of counts. A process numbers its own from 1. */
export interface CountBatch {
  readonly process: string;
  readonly number: number;
  readonly counts: readonly RequestCount[];
}

/** The statements by which processes add what they counted. */
export class RequestCountStore {
  /** A batch whose outcome was open is sent again, and counts once. */
  async add(context: CallContext, sql: Sql, { process, number, counts }: CountBatch): Promise<void> {
    const columns = {
      tenantIds: counts.map(({ tenantId }) => tenantId),
      days: counts.map(({ day }) => day),
      requests: counts.map(({ requests }) => requests),
      refused: counts.map(({ refused }) => refused),
      tokensIssued: counts.map(({ tokensIssued }) => tokensIssued),
    };
    await sql.query(context, addCounts.with({ process, number, ...columns }));
  }

  /** The process ends, so no batch of it can come again. */
  async forget(context: CallContext, sql: Sql, process: string): Promise<void> {
    await sql.query(context, forgetProcess.with({ process }));
  }

  /** Forgets the processes that died without a word. A batch is sent again within seconds. */
  async forgetOld(context: CallContext, sql: Sql): Promise<void> {
    await sql.query(context, forgetOld);
  }
}

export const usageTables: readonly TenantTable[] = [erased('control.usage'), erased('control.record_count')];

const now = levelsOf('dated.tenant_id');

// Nothing is added where the process has added this batch before.
const addCounts = statement(
  'usage_add_requests',
  `with turn as (
  insert into control.usage_batch (process, number) values (:process, :number)
  on conflict (process) do update set number = excluded.number, written_on = clock_timestamp()
    where usage_batch.number < excluded.number
  returning number
)
insert into control.usage (tenant_id, day, requests, refused, tokens_issued, users, records)
select tenant_id, day, sum(requests), sum(refused), sum(tokens_issued), ${now.users}, ${now.records}
from turn, (
  select tenant_id, requests, refused, tokens_issued, ${countedDay} as day
  from unnest(:tenantIds::uuid[], :days::date[], :requests::bigint[], :refused::bigint[], :tokensIssued::bigint[])
      as counted(tenant_id, day, requests, refused, tokens_issued), ${clock}) dated
where not ${goes('dated.tenant_id')}
group by tenant_id, day order by tenant_id, day
on conflict (tenant_id, day) do update set requests = usage.requests + excluded.requests,
  refused = usage.refused + excluded.refused, tokens_issued = usage.tokens_issued + excluded.tokens_issued,
  users = excluded.users, records = excluded.records`,
);

const forgetProcess = statement('usage_forget_process', `delete from control.usage_batch where process = :process`);

const forgetOld = statement(
  'usage_forget_old_processes',
  `delete from control.usage_batch where written_on < clock_timestamp() - interval '1 day'`,
);
