import { statement } from '@rapport/database';
import { externalIdOf } from '../external-id.ts';
import { Parameters, type WriteStatement } from '../parameters.ts';
import type { Resource } from '../resource.ts';
import type { RecordRules } from '../rules.ts';
import { predicatesOf, type Scope } from '../visibility.ts';
import { outboxInsert } from './outbox-row.ts';

/**
 * No row: the record is not there, or not visible. `deleted`: done. `stale`: refused. `again`: the record changed or
 * went while the statement waited for the lock, and nothing was done. The version must be the snapshot's own: an
 * external id that another client set in between would not be seen here, and a dead record would hold it for ever.
 */
export function deleteStatement(
  { name, number, table }: Resource,
  scope: Scope,
  { stamp }: RecordRules,
): WriteStatement {
  const parameters = new Parameters();
  const id = parameters.add('id', 'uuid');
  const client = parameters.add('client', 'uuid');
  const versions = parameters.add('versions', 'bigint[]');
  const actor = parameters.add('actor', 'uuid');
  const traceparent = parameters.add('traceparent', 'text');
  const { visibleById } = predicatesOf(scope, scope === 'all' ? null : parameters.add('scope', 'uuid'));
  const owners = { owner_before: 'owner_user_id', team_before: 'team_id' };
  const queued = outboxInsert(number, 'deleted', 'deleted', { ...owners, actor, traceparent });
  const text = `
with before as materialized (
  select id, version, ${versions} is not null and not version = any (${versions}) as stale
  from tenant.${table} where id = ${id} and ${visibleById}
),
stamped as materialized (
  select ${stamp} as at from before where not stale
),
deleted as (
  delete from tenant.${table} record using stamped, before
  where record.id = ${id} and record.version = before.version
  returning record.id, record.version + 1 as version, record.owner_user_id, record.team_id,
    stamped.at as last_modified_on
),
external as (
  update tenant.external_id set deleted_on = deleted.last_modified_on from deleted
  where resource = ${number} and record_id = ${id}
),
queued as (
  ${queued}
)
select case when deleted.id is not null then 'deleted' when stale then 'stale' else 'again' end as outcome,
  before.version, ${externalIdOf(number, 'before.id', client)} as "externalId"
from before left join deleted on true`;
  return { statement: statement(`${name}_delete_${scope}`, text), parameters };
}
