import { kept, statement, utcText, wordList, type Sql, type TenantTable } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import { goingStates, type BegunDeletion, type DeletionProof, type DeletionStep } from '@rapport/kinds';
import type { Counts, GoingTenant } from './belongings/belongings.ts';

/** A deletion as its row has it. */
export interface KeptDeletion extends Omit<DeletionProof, 'steps'> {
  readonly counts: Readonly<Partial<Record<DeletionStep, Counts>>>;
  readonly done: Readonly<Partial<Record<DeletionStep, string>>>;
}

/** A tenant whose deletion is not proven yet. */
export interface StillGoing extends GoingTenant {
  readonly isCounted: boolean;
}

/** The statements of deletions, in control. */
export class DeletionStore {
  /** Notes the deletion, and closes the tenant: its people and clients are disabled, and what they had begun ends. */
  async insert(context: CallContext, sql: Sql, tenantId: string, actor: string, reason: string | null): Promise<void> {
    await sql.query(context, insertDeletion.with({ tenantId, actor, reason }));
  }

  async stateOf(context: CallContext, sql: Sql, tenantId: string): Promise<BegunDeletion['state'] | undefined> {
    const [row] = await sql.query<Pick<BegunDeletion, 'state'>>(context, findState.with({ tenantId }));
    return row?.state;
  }

  async find(context: CallContext, sql: Sql, tenantId: string): Promise<KeptDeletion | undefined> {
    const [row] = await sql.query<KeptDeletion>(context, findDeletion.with({ tenantId }));
    return row;
  }

  /** The tenant with all of its people that the deletion has met; undefined once it is proven. */
  async take(context: CallContext, sql: Sql, tenantId: string): Promise<StillGoing | undefined> {
    const [row] = await sql.query<StillGoing>(context, takeGoing.with({ tenantId }));
    return row;
  }

  async noteCounts(context: CallContext, sql: Sql, tenantId: string, counts: object): Promise<void> {
    await sql.query(context, noteCounts.with({ tenantId, counts: JSON.stringify(counts) }));
  }

  async noteDone(context: CallContext, sql: Sql, tenantId: string, step: DeletionStep): Promise<void> {
    await sql.query(context, noteDone.with({ tenantId, step }));
  }

  async noteProof(context: CallContext, sql: Sql, tenantId: string, found: object, eventDays: number): Promise<void> {
    await sql.query(context, noteProof.with({ tenantId, found: JSON.stringify(found), eventDays }));
  }

  /** The age of the oldest deletion that is not proven; 0 where there is none. */
  async oldestSeconds(context: CallContext, sql: Sql): Promise<number> {
    const [row] = await sql.query<{ seconds: number }>(context, findOldest);
    return row?.seconds ?? 0;
  }
}

export const deletionTables: readonly TenantTable[] = [kept('control.tenant_deletion', 'it is the proof')];

const ofTenant = 'tenant_id = :tenantId';

// Mails that wait are not sent. A creation whose caller was not answered is taken back no more. An export that waits or runs holds up no other of its
// cell.
const insertDeletion = statement(
  'deletion_insert',
  `with users as (
  update control.membership set is_active = false, version = control.next_version(version)
  where id in (select id from control.membership where ${ofTenant} order by id for no key update) returning id
),
clients as (
  update control.api_client set is_active = false, version = control.next_version(version) where ${ofTenant} returning id
),
sessions as (
  update control.session set ended_on = clock_timestamp()
  where user_id in (select id from control.membership where ${ofTenant}) and ended_on is null returning id
),
mails as (delete from control.mail where ${ofTenant} and content is not null returning id),
creations as (delete from control.tenant_creation where ${ofTenant}),
exports as (delete from control.export where ${ofTenant} and state in ('queued', 'running'))
insert into control.tenant_deletion (tenant_id, actor, reason, counts, done)
select :tenantId, :actor, :reason,
  jsonb_build_object('access', jsonb_build_object('users', (select count(*) from users), 'apiClients', (select count(*) from clients),
    'sessions', (select count(*) from sessions), 'waitingMails', (select count(*) from mails))),
  jsonb_build_object('access', ${utcText('clock_timestamp()')})`,
  { names: ['tenantId'] },
);

const findState = statement(
  'deletion_state',
  `select tenant.state from control.tenant_deletion join control.tenant on tenant.id = tenant_id where tenant_id = :tenantId`,
);

const findDeletion = statement(
  'deletion_find',
  `select tenant.id as "tenantId", tenant.number, ${utcText('requested_on')} as "requestedOnUtc", actor, reason, counts, done, found,
  ${utcText('events_gone_by')} as "eventsGoneByUtc"
from control.tenant_deletion join control.tenant on tenant.id = tenant_id where tenant_id = :tenantId`,
);

// The proof looks for the people whom a step has met, when no row tells any more who belonged to the tenant. An identity whose other tenants go
// too is noted by each of their deletions: the last one erases it.
const takeGoing = statement(
  'deletion_take',
  `update control.tenant_deletion deletion set
  user_ids = array(select id from control.membership where tenant_id = :tenantId union select unnest(user_ids)),
  identity_ids = array(
    select identity_id from control.membership member where tenant_id = :tenantId and identity_id is not null and not exists (
      select from control.membership other join control.tenant its on its.id = other.tenant_id
      where other.identity_id = member.identity_id and its.state not in (${wordList(goingStates)}))
    union select unnest(identity_ids))
from control.tenant
where deletion.tenant_id = :tenantId and proven_on is null and tenant.id = deletion.tenant_id
returning tenant.id, tenant.number, tenant.cell, user_ids as "userIds", identity_ids as "identityIds",
  counts ? 'schema' as "isCounted"`,
);

const noteCounts = statement(
  'deletion_note_counts',
  `update control.tenant_deletion set counts = counts || :counts::jsonb where tenant_id = :tenantId`,
);

const noteDone = statement(
  'deletion_note_done',
  `update control.tenant_deletion set done = done || jsonb_build_object(:step::text, ${utcText('clock_timestamp()')})
where tenant_id = :tenantId`,
);

const noteProof = statement(
  'deletion_note_proof',
  `with proven as (
  update control.tenant_deletion set found = :found::jsonb, proven_on = clock_timestamp(), user_ids = '{}', identity_ids = '{}',
    events_gone_by = clock_timestamp() + :eventDays::int * interval '1 day'
  where tenant_id = :tenantId and proven_on is null returning tenant_id
)
update control.tenant set state = 'deleted', version = control.next_version(version) from proven where id = tenant_id`,
);

const findOldest = statement(
  'deletion_oldest',
  `select coalesce(extract(epoch from clock_timestamp() - min(requested_on)), 0)::float8 as seconds
from control.tenant_deletion where proven_on is null`,
);
