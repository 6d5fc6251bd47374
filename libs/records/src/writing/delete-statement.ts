import { statement, type Statement } from '@rapport/database';
import { externalIdOf } from '../external-id.ts';
import { Parameters } from '../parameters.ts';
import type { Resource } from '../resource.ts';
import type { RecordRules } from '../rules.ts';
import { predicatesOf, type Scope } from '../visibility.ts';

export interface DeleteStatement {
  readonly statement: Statement;
  readonly parameters: Parameters;
}

/**
 * No row: the record is not there, or not visible. `deleted`; `stale`: refused. `again`: the record changed or went while
 * this call waited for the lock, and nothing was done. The version must be the snapshot's own: an external id that another
 * client set in between would not be seen here, and a dead record would hold it for ever.
 */
export function deleteStatement(
  { name, number, table }: Resource,
  scope: Scope,
  { stamp }: RecordRules,
): DeleteStatement {
  const parameters = new Parameters();
  const id = parameters.add('id', 'uuid');
  const client = parameters.add('client', 'uuid');
  const versions = parameters.add('versions', 'bigint[]');
  const actor = parameters.add('actor', 'uuid');
  const traceparent = parameters.add('traceparent', 'text');
  const { visibleById } = predicatesOf(scope, scope === 'all' ? null : parameters.add('scope', 'uuid'));
  const text = `
with me as materialized (
  select c.id, c.version, ${versions} is not null and not c.version = any (${versions}) as stale
  from tenant.${table} c where c.id = ${id} and ${visibleById('c')}
),
s as materialized (
  select ${stamp} as at from me where not me.stale
),
d as (
  delete from tenant.${table} c using s, me where c.id = ${id} and c.version = me.version
  returning c.id, c.version + 1 as version, c.owner_user_id, c.team_id, s.at
),
x as (
  update tenant.external_id x set deleted_on = d.at from d where x.resource = ${number} and x.record_id = ${id}
),
o as (
  insert into cell.outbox (id, tenant, resource, record_id, operation, version, occurred_on, owner_before, team_before, actor, traceparent)
  select uuidv7(), :tenant, ${number}, d.id, 'deleted', d.version, d.at, d.owner_user_id, d.team_id, ${actor}, ${traceparent} from d
)
select case when d.id is not null then 'deleted' when me.stale then 'stale' else 'again' end as outcome, me.version,
  ${externalIdOf(number, 'me', client)} as "externalId"
from me left join d on true`;
  return { statement: statement(`${name}_delete_${scope}`, text), parameters };
}
