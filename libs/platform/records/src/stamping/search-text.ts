import { columnName } from '../defining/column.ts';
import type { RecordDefinition } from '../defining/definition.ts';

/** Keeps the text of a record that was made, `written`, where searches find it. Nothing for a resource without texts. */
export function newSearchText(definition: RecordDefinition): string[] {
  return hasTexts(definition)
    ? [
        `texted as (
  ${insertion(definition, 'written')}
)`,
      ]
    : [];
}

/** The SQL that an update of columns in which words are looked for returns and writes beside. */
export interface ChangedSearchText {
  /** The text where it changed, as a column of `written`. */
  readonly returned: string;
  /** The common table expression that keeps it. */
  readonly kept: string;
}

/** Null where none of the columns that an update sets is searched for words. */
export function changedSearchText(definition: RecordDefinition, sets: readonly string[]): ChangedSearchText | null {
  const columns = textColumns(definition);
  if (!columns.some((column) => sets.includes(column))) {
    return null;
  }
  const all = (version: string): string => columns.map((column) => `${version}.${column}`).join(', ');
  return {
    returned: `case when row(${all('old')}) is distinct from row(${all('new')}) then cell.search_text(${all('new')}) end as folded`,
    kept: `texted as (
  insert into tenant.search_text (resource, record_id, folded)
  select ${definition.resource.number}, id, folded from written where folded is not null
  on conflict (resource, record_id) do update set folded = excluded.folded
)`,
  };
}

/** Takes away the texts of records that were deleted: the rows of a common table expression of the statement. */
export function goneSearchText(definition: RecordDefinition, deleted: string): string[] {
  const { number } = definition.resource;
  return hasTexts(definition)
    ? [
        `${deleted}_text as (
  delete from tenant.search_text text using ${deleted} where text.resource = ${number} and text.record_id = ${deleted}.id
)`,
      ]
    : [];
}

/** The folded text of a row with the record's columns. */
export function searchTextOf(definition: RecordDefinition): string {
  return `cell.search_text(${textColumns(definition).join(', ')})`;
}

function insertion(definition: RecordDefinition, written: string): string {
  return `insert into tenant.search_text (resource, record_id, folded)
  select ${definition.resource.number}, id, ${searchTextOf(definition)} from ${written}`;
}

function textColumns({ search }: RecordDefinition): string[] {
  return (search?.texts ?? []).map(columnName);
}

function hasTexts({ search }: RecordDefinition): boolean {
  return (search?.texts.length ?? 0) > 0;
}
