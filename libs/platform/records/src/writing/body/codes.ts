import { statement, textOf, type RawRow, type Sent } from '@rapport/database';
import type { RecordDefinition } from '../../defining/definition.ts';
import { theViewer, visibleTo } from '../../showing/visibility.ts';
import { codeOf, nextCodeNumber } from './body-columns.ts';
import { noFreeCode } from './refusals.ts';

/** The statements for the codes of records whose code is counted up where a body has none. */
export interface CodeStatements {
  /** The member with the code. */
  readonly member: string;
  readonly taken: ReturnType<typeof takenStatement>;
  readonly shown: ReturnType<typeof shownStatement>;
  readonly free: ReturnType<typeof freeStatement>;
}

export function codesOf(definition: RecordDefinition): CodeStatements | null {
  const [found] = Object.entries(definition.columns).flatMap(([member, { codePrefix: prefix }]) =>
    prefix === undefined ? [] : [{ member, prefix }],
  );
  return found
    ? {
        member: found.member,
        taken: takenStatement(definition),
        shown: shownStatement(definition),
        free: freeStatement(definition, found.prefix),
      }
    : null;
}

/** A code that a body may have, and the record that has it. */
export interface TakenCode {
  readonly code: string;
  /** The form in which codes are compared. */
  readonly folded: string;
  /** Null where no record has it. */
  readonly holder: string | null;
}

export function takenIn(rows: readonly RawRow[]): TakenCode[] {
  return rows.map(([code, folded, holder = null]) => ({ code: textIn(code), folded: textIn(folded), holder }));
}

/** A row of the free codes. */
export interface FreeCode {
  readonly code: string;
}

/** The next free code, as the member of a body. */
export async function nextCode(
  { member, free }: CodeStatements,
  query: (sent: Sent) => Promise<FreeCode[]>,
): Promise<Readonly<Record<string, string>>> {
  const [next] = await query(free.with({ count: 1 }));
  if (!next) {
    throw noFreeCode();
  }
  return { [member]: next.code };
}

function textIn(raw: string | null | undefined): string {
  return textOf(raw ?? '');
}

/** Codes as they are compared, and the records that have them. */
function takenStatement({ resource: { name, table } }: RecordDefinition) {
  return statement(
    `${name}_batch_codes`,
    `select given.code, lower(given.code), (select id from tenant.${table} where lower(code) = lower(given.code))
from unnest(:codes::text[]) as given (code)`,
  );
}

/** Those of the records that the caller may see. */
function shownStatement(definition: RecordDefinition) {
  const { name, table } = definition.resource;
  return statement(
    `${name}_batch_shown`,
    `select id from tenant.${table} record where id = any(:ids::uuid[]) and ${visibleTo(definition, theViewer, 'record')}`,
    { names: ['scope', 'viewer'] },
  );
}

/**
 * The next codes that are counted up and free, at most so many, and no more are counted than it takes: with a bound, as
 * an import may have taken very many. Each is looked up by itself, because a plan that joins them would read all codes
 * of the tenant.
 */
function freeStatement({ resource: { name, table } }: RecordDefinition, prefix: string) {
  return statement(
    `${name}_batch_free_codes`,
    `with counted as materialized (
  select ${codeOf(prefix, 'n')} as code
  from (select ${nextCodeNumber(table)} as n from (select generate_series(1, ${countedMax})) numbers) next
)
select code from counted where (select true from tenant.${table} where lower(code) = lower(counted.code)) is null limit :count::int`,
  );
}

/** So many codes that follow each other may be taken. A statement passes them well before its deadline. */
const countedMax = 200_000;
