import { columnName } from '../column.ts';
import type { RecordDefinition } from '../definition.ts';

/** Keeps the text of a record that was made, `written`, where searches find it. Nothing for a resource without texts. */
export function newSearchText(definition: RecordDefinition): string {
  return hasTexts(definition)
    ? `,
texted as (
  ${insertion(definition, 'written')}
)`
    : '';
}

/** The same for a record that was updated, where `isTextChanged` of `written` says so. */
export function changedSearchText(definition: RecordDefinition): string {
  return hasTexts(definition)
    ? `,
texted as (
  ${insertion(definition, 'written where text_changed')}
  on conflict (resource, record_id) do update set folded = excluded.folded
)`
    : '';
}

/** Whether an update changed a member in which words are looked for, as a column of what it returns. */
export function isTextChanged(definition: RecordDefinition): string {
  const columns = textColumns(definition);
  const all = (version: string): string => columns.map((column) => `${version}.${column}`).join(', ');
  return hasTexts(definition) ? `row(${all('old')}) is distinct from row(${all('new')}) as text_changed, ` : '';
}

/** Takes away the texts of records that were deleted: the rows of a common table expression of the statement. */
export function goneSearchText(definition: RecordDefinition, deleted: string): string {
  const { number } = definition.resource;
  return hasTexts(definition)
    ? `,
${deleted}_text as (
  delete from tenant.search_text text using ${deleted} where text.resource = ${number} and text.record_id = ${deleted}.id
)`
    : '';
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
