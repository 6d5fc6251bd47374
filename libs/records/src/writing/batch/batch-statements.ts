import { statement, type Statement } from '@rapport/database';
import { definitionsNumber } from '../../custom-field-sets.ts';
import type { RecordDefinition } from '../../definition.ts';
import { holderOf } from '../../external-id.ts';
import type { RecordRules } from '../../rules.ts';
import { visibleTo } from '../../visibility.ts';
import { codeOf, nextCodeNumber } from '../body-columns.ts';
import { stampsStatement } from '../stamps-statement.ts';

/** What a batch sends beside the statements of its items. */
export interface BatchStatements {
  readonly stamps: Statement;
  readonly holders: Statement;
  readonly definitions: Statement;
  /** Null where the records have no code that is counted up. */
  readonly codes: CodeStatements | null;
}

export interface CodeStatements {
  readonly taken: Statement;
  readonly shown: Statement;
  readonly free: Statement;
}

export function batchStatements(definition: RecordDefinition, rules: RecordRules): BatchStatements {
  const { resource } = definition;
  return {
    stamps: stampsStatement(rules),
    holders: holdersStatement(definition),
    definitions: statement(`${resource.name}_batch_definitions`, `select ${definitionsNumber(resource.number)}`),
    codes: codesOf(definition),
  };
}

export function codesOf(definition: RecordDefinition): CodeStatements | null {
  const prefix = Object.values(definition.columns).find(({ codePrefix }) => codePrefix !== undefined)?.codePrefix;
  return prefix === undefined
    ? null
    : { taken: takenStatement(definition), shown: shownStatement(definition), free: freeStatement(definition, prefix) };
}

/** The records that hold external ids of the client, null where it may not see one. $1 ids $2 client $3 $4 the viewer */
function holdersStatement(definition: RecordDefinition): Statement {
  const { name, number, table } = definition.resource;
  const viewer = { scope: '$3::text', viewer: '$4::uuid' };
  return statement(
    `${name}_batch_holders`,
    `with held as materialized (
  select given.external_id, ${holderOf(number, 'given.external_id', '$2::uuid')} as record_id
  from unnest($1::text[]) as given (external_id)
)
select external_id, record_id is not null,
  (select id from tenant.${table} record where id = held.record_id and ${visibleTo(definition, viewer, 'record')})
from held`,
  );
}

/** Codes as they are compared, and the records that have them. $1 codes */
function takenStatement({ resource: { name, table } }: RecordDefinition): Statement {
  return statement(
    `${name}_batch_codes`,
    `select given.code, lower(given.code), (select id from tenant.${table} where lower(code) = lower(given.code))
from unnest($1::text[]) as given (code)`,
  );
}

/** Those of the records that the caller may see. $1 ids $2 $3 the viewer */
function shownStatement(definition: RecordDefinition): Statement {
  const { name, table } = definition.resource;
  const viewer = { scope: '$2::text', viewer: '$3::uuid' };
  return statement(
    `${name}_batch_shown`,
    `select id from tenant.${table} record where id = any($1::uuid[]) and ${visibleTo(definition, viewer, 'record')}`,
  );
}

/**
 * The next codes that are counted up and free, at most so many, and no more are counted than it takes: with a bound, as an
 * import may have taken very many. Each is looked up by itself, because a plan that joins them would read all codes of the
 * tenant. $1 how many
 */
function freeStatement({ resource: { name, table } }: RecordDefinition, prefix: string): Statement {
  return statement(
    `${name}_batch_free_codes`,
    `with counted as materialized (
  select ${codeOf(prefix, 'n')} as code
  from (select ${nextCodeNumber(table)} as n from (select generate_series(1, ${countedMax})) numbers) next
)
select code from counted where (select true from tenant.${table} where lower(code) = lower(counted.code)) is null limit $1::int`,
  );
}

/** So many codes that follow each other may be taken. A statement passes them well before its deadline. */
const countedMax = 200_000;
