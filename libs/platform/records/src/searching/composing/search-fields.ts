import type { SearchOperator } from '@rapport/kernel';
import { searchedTypes, text, valueOf, type SearchColumn } from '@rapport/searching';
import { columnName, type Column, type ColumnType } from '../../defining/column.ts';
import type { RecordDefinition } from '../../defining/definition.ts';
import { hasOwner } from '../../defining/target.ts';

/** A member by which records are searched and sorted. */
export interface RecordField {
  readonly column: SearchColumn;
  /** The expression by which records are sorted; that of a text is folded. */
  readonly order: string;
  readonly isNullable: boolean;
  /** Whether the member is among those in which words are looked for. */
  readonly hasWords: boolean;
  /** Whether an index behind the column finds the records that pass. */
  readonly indexFinds: (operator: SearchOperator) => boolean;
}

export type RecordFields = ReadonlyMap<string, RecordField>;

/** The members of a resource that searches may name: what a contract lets through is among them. */
export function recordFields(definition: RecordDefinition): RecordFields {
  const { columns, search } = definition;
  const own = Object.entries(columns).flatMap(([member, column]) => {
    const field = search && fieldOf(member, column, search.indexed);
    return field ? [[member, { ...field, ...textField(definition, member, field) }] as const] : [];
  });
  const standard = Object.entries(standardFields).filter(
    ([member]) => member !== 'ownerUserId' || hasOwner(definition),
  );
  return new Map([...standard, ...own]);
}

function fieldOf(member: string, column: Column<unknown>, indexed: readonly string[]): RecordField | null {
  const { type } = column;
  return isSearched(type)
    ? {
        column: valueOf(expression(member), type),
        order: expression(member),
        isNullable: !(column.isRequired ?? false) && column.default === undefined && column.defaultBy === undefined,
        hasWords: false,
        indexFinds: indexed.includes(member) ? isFound : never,
      }
    : null;
}

/** The differences of a text that people write: an enum is a text too. */
function textField({ search }: RecordDefinition, member: string, { column }: RecordField): Partial<RecordField> {
  const hasWords = search?.texts.includes(member) ?? false;
  return hasWords || (search?.otherTexts?.includes(member) ?? false)
    ? {
        column: text(expression(member), folded(member), fold),
        order: folded(member),
        hasWords,
        indexFinds: search?.indexed.includes(member) ? isFoundWhole : never,
      }
    : { column };
}

function standardField(member: string, type: (typeof searchedTypes)[number], isNullable = false): RecordField {
  const own = expression(member);
  return { column: valueOf(own, type), order: own, isNullable, hasWords: false, indexFinds: isFound };
}

function expression(member: string): string {
  return `record.${columnName(member)}`;
}

const fold = 'cell.folded';

function folded(member: string): string {
  return `${fold}(${expression(member)})`;
}

const standardFields: Readonly<Record<string, RecordField>> = {
  id: standardField('id', 'uuid'),
  ownerUserId: standardField('ownerUserId', 'uuid', true),
  createdOnUtc: timeField('created_on'),
  lastModifiedOnUtc: timeField('last_modified_on'),
};

function timeField(name: string): RecordField {
  const own = `record.${name}`;
  return { column: valueOf(own, 'timestamptz'), order: own, isNullable: false, hasWords: false, indexFinds: isFound };
}

function never(): boolean {
  return false;
}

function isFound(operator: SearchOperator): boolean {
  return operator !== 'ne';
}

/** The index of a text is one of whole texts. */
function isFoundWhole(operator: SearchOperator): boolean {
  return operator === 'eq' || operator === 'in';
}

function isSearched(type: ColumnType): type is (typeof searchedTypes)[number] {
  return searchedTypes.some((each) => each === type);
}
