import { statement } from '@rapport/database';
import { Parameters, type WriteStatement } from '../parameters.ts';
import type { GeneratedCode, ResourceDefinition } from '../resource.ts';
import type { RecordRules } from '../rules.ts';
import type { RecordShape } from '../shape.ts';
import { bodyColumns, ownerMember, referencesOf, teamOf, wanted } from './body-columns.ts';
import { outboxInsert } from './outbox-row.ts';

/**
 * One row, or an error that undid everything: the record, its external id, its outbox row and its idempotency key with
 * the answer are written by one statement. `wrong` names the references that are not there; then nothing was done.
 * 23505 says that the code, the external id or the key is taken. PostgreSQL may raise any of them first, so a create
 * with a key looks for the stored answer after each of them.
 */
export function createStatement(
  definition: ResourceDefinition,
  shape: RecordShape,
  rules: RecordRules,
): WriteStatement {
  const parameters = new Parameters();
  const id = parameters.add('id', 'uuid');
  const columns = bodyColumns(definition).map(({ member, column }) => {
    const place = parameters.add(member, column.type);
    const code = definition.code?.column === member ? definition.code : null;
    const value = code ? `coalesce(${place}, ${nextCode(code)})` : wanted(column, place, null);
    return { member, name: column.name, place, value };
  });
  const places = {
    id,
    ownerGiven: parameters.add('ownerGiven', 'boolean'),
    client: parameters.add('client', 'uuid'),
    externalId: parameters.add('externalId', 'text'),
    key: parameters.add('key', 'text'),
    fingerprint: parameters.add('fingerprint', 'bytea'),
    actor: parameters.add('actor', 'uuid'),
    traceparent: parameters.add('traceparent', 'text'),
  };
  const text = createText(definition, shape, rules, columns, places);
  return { statement: statement(`${definition.resource.name}_create`, text), parameters };
}

interface InsertedColumn {
  readonly member: string;
  readonly name: string;
  readonly place: string;
  readonly value: string;
}

type Places = Readonly<
  Record<'id' | 'ownerGiven' | 'client' | 'externalId' | 'key' | 'fingerprint' | 'actor' | 'traceparent', string>
>;

function createText(
  definition: ResourceDefinition,
  shape: RecordShape,
  { stamp }: RecordRules,
  columns: readonly InsertedColumn[],
  { id, ownerGiven, client, externalId, key, fingerprint, actor, traceparent }: Places,
): string {
  const { number, table, path } = definition.resource;
  const owner = placeOf(columns, ownerMember);
  const names = columns.map(({ name }) => name).join(', ');
  const values = columns.map(({ value }) => value).join(', ');
  const owners = { owner_after: 'owner_user_id', team_after: 'team_id' };
  const queued = outboxInsert(number, 'created', 'written', { ...owners, actor, traceparent });
  return `
with checked as materialized (
  select array_remove(array[${missing(definition, columns, ownerGiven).join(', ')}]::text[], null) as wrong
),
stamped as materialized (
  select ${stamp} as at from checked where wrong = '{}'
),
written as (
  insert into tenant.${table} (id, ${names}, team_id, version, created_on, last_modified_on)
  select ${id}, ${values}, ${teamOf(owner)}, 1, stamped.at, stamped.at
  from stamped
  returning *
),
external as (
  insert into tenant.external_id (resource, record_id, client_id, external_id)
  select ${number}, id, ${client}, ${externalId} from written where ${externalId} is not null
),
queued as (
  ${queued}
),
rendered as materialized (
  select id, last_modified_on, ${shape.json(externalId)} as body from written
),
keyed as (
  insert into tenant.idempotency_key (client_id, key, fingerprint, status, body, location, created_on)
  select ${client}, ${key}, ${fingerprint}, 201, body, '${path}/' || id, last_modified_on
  from rendered where ${key} is not null
)
select body, wrong from checked left join rendered on true`;
}

/** The names of given references that are not there. An owner that is not given is the caller, who is not looked up. */
function missing(definition: ResourceDefinition, columns: readonly InsertedColumn[], ownerGiven: string): string[] {
  return referencesOf(definition).map(({ column, exists }) => {
    const place = placeOf(columns, column);
    const given = column === ownerMember ? ownerGiven : `${place} is not null`;
    return `case when ${given} and not (${exists.replaceAll(':value', place)}) then '${column}' end`;
  });
}

function placeOf(columns: readonly InsertedColumn[], member: string): string {
  const column = columns.find((candidate) => candidate.member === member);
  if (!column) {
    throw new Error(`${member} is no column of this resource`);
  }
  return column.place;
}

/** At least six digits: padding alone would cut a seventh. */
function nextCode({ sequence, prefix }: GeneratedCode): string {
  const padded = `lpad(next.code::text, greatest(6, length(next.code::text)), '0')`;
  return `(select '${prefix}' || ${padded} from (select nextval('tenant.${sequence}') as code) as next)`;
}
