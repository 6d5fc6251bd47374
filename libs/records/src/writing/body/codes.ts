import { statement, type Statement } from '@rapport/database';
import type { RecordDefinition } from '../../defining/definition.ts';
import { visibleTo } from '../../showing/visibility.ts';
import { codeOf, nextCodeNumber } from './body-columns.ts';

export interface CodeStatements {
  readonly taken: Statement;
  readonly shown: Statement;
  readonly free: Statement;
}

export function codesOf(definition: RecordDefinition): CodeStatements | null {
  const prefix = Object.values(definition.columns).find(({ codePrefix }) => codePrefix !== undefined)?.codePrefix;
  return prefix === undefined
    ? null
    : { taken: takenStatement(definition), shown: shownStatement(definition), free: freeStatement(definition, prefix) };
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
