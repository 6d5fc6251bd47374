import { bytesOf, textOf, wordList, type RawRow } from '@rapport/database';
import { columnName, type Column, type ColumnType } from '../defining/column.ts';
import { nameCopies, nameJoins, type NameCopy, type NameJoin, type RecordDefinition } from '../defining/definition.ts';
import type { CustomFieldSet } from '../defining/custom-field-sets.ts';
import { shownValues } from './custom-values.ts';
import { ownerName } from './joined-name.ts';
import { shownWeakReferences } from './shown-weak-references.ts';
import { timeOf } from './time-text.ts';

interface Field {
  readonly member: string;
  readonly type: ColumnType | 'customFields';
  /** The column of the row; null for the caller's external id. */
  readonly column: string | null;
  /** The words that go out as their numbers. */
  readonly words?: readonly string[] | undefined;
  /** The writer of a value that is not shown as it stands. */
  readonly write?: Piece['write'] | undefined;
}

/**
 * A record as a surface shows it: its members in their order. The SQL that renders one record and the serializer of raw
 * rows both come from it.
 */
export class RecordShape {
  /** The columns of a row, in order; the caller's external id follows them. */
  readonly rowColumns: readonly string[];
  readonly #fields: readonly Field[];
  readonly #copies: ReadonlyMap<string, NameCopy>;
  readonly #joins: ReadonlyMap<string, NameJoin>;
  /** The columns that are not shown as they stand. */
  readonly #others: ReadonlyMap<string, string>;
  readonly #computed: ReadonlyMap<string, NonNullable<Column<unknown, unknown>['computed']>>;
  /** The computed members of each kind of rows. */
  readonly #counted: readonly { readonly kind: string; readonly at: number }[];
  readonly #hideable: readonly { readonly member: string; readonly idAt: number; readonly nameAt: number }[];

  /** `called` are the names of members that the surface calls otherwise. */
  constructor(definition: RecordDefinition, members: readonly string[], called: Readonly<Record<string, string>> = {}) {
    this.#fields = members.map((member) => ({ member: called[member] ?? member, ...fieldOf(definition, member) }));
    const columns = this.#fields.flatMap(({ column }) => column ?? []);
    const copies = nameCopies(definition).filter(({ copy }) => columns.includes(copy));
    this.rowColumns = [...new Set(['last_modified_on', 'id', ...columns, ...copies.map(({ column }) => column)])];
    this.#copies = new Map(copies.map((copy) => [copy.copy, copy]));
    this.#joins = new Map([...nameJoins(definition), ownerName].map((join) => [columnName(join.joinedAs), join]));
    this.#others = shownWeakReferences(definition);
    this.#computed = computedOf(definition);
    this.#counted = members.flatMap((member) => {
      const { countsKind: kind, computedColumn = columnName(member) } = definition.columns[member] ?? {};
      return kind === undefined ? [] : [{ kind, at: this.rowColumns.indexOf(computedColumn) }];
    });
    this.#hideable = copies.map(({ shownAs, column, copy }) => ({
      member: shownAs,
      idAt: this.rowColumns.indexOf(column),
      nameAt: this.rowColumns.indexOf(copy),
    }));
  }

  get showsCustomFields(): boolean {
    return this.#fields.some(({ type }) => type === 'customFields');
  }

  get showsExternalId(): boolean {
    return this.#fields.some(({ column }) => column === null);
  }

  /** The columns of a row of `record`. The functions give the expressions of other records' names as the caller may see them. */
  columns(
    nameOf: (copy: NameCopy) => string,
    joinOf: (join: NameJoin) => string = notRead,
    sees: (alias: string) => string = notRead,
  ): string {
    return this.rowColumns
      .map((column) => {
        const copy = this.#copies.get(column);
        const join = this.#joins.get(column);
        const computed = this.#computed.get(column);
        const other = copy ? nameOf(copy) : join ? joinOf(join) : computed ? computed(sees) : this.#others.get(column);
        return other === undefined ? shownColumn(column) : `${other} as ${column}`;
      })
      .join(', ');
  }

  /** The record of a row as JSON text, with the custom fields of the keys. `row_to_json` of a subselect is compact and cheaper than building an object. */
  json(externalId: string, keys: string): string {
    const members = this.#fields.map(({ member, type, column, words }) => {
      const value = column ?? externalId;
      return `${words ? `array_position(array[${wordList(words)}], ${value})` : rendered(type, value, keys)} as "${member}"`;
    });
    return `(select row_to_json(record)::text from (select ${members.join(', ')}) as record)`;
  }

  /** The caller's external id in a raw row whose columns begin at `offset`. */
  externalIdOf(row: RawRow, offset: number): string | null {
    const externalId = row[offset + this.rowColumns.length] ?? null;
    return externalId === null ? null : textOf(externalId);
  }

  /** The members of a raw row whose names the caller may not see. */
  hiddenIn(row: RawRow, offset: number): string[] {
    return this.#hideable.flatMap(({ member, idAt, nameAt }) =>
      row[offset + idAt] !== null && row[offset + nameAt] === null ? [member] : [],
    );
  }

  /** A raw row without the computed members of kinds that the caller may not read. */
  without(row: RawRow, offset: number, reads: (kind: string) => boolean): RawRow {
    const hidden = new Set(this.#counted.filter(({ kind }) => !reads(kind)).map(({ at }) => offset + at));
    return hidden.size === 0 ? row : row.map((value, at) => (hidden.has(at) ? null : value));
  }

  /** Writes the record of a raw row, whose columns begin at `offset`: byte for byte what `json` renders. */
  serializer(offset: number): RowSerializer {
    const pieces = this.#pieces(offset);
    return (row, customFields) => {
      let text = '';
      for (const { head, at, write, whenNull } of pieces) {
        const value = row[at];
        text += value === null || value === undefined ? whenNull : head + (write ?? customFields.write)(value);
      }
      return `${text}}`;
    };
  }

  /** Each value with all the text in front of it, so that a row costs one step for each column. */
  #pieces(offset: number): Piece[] {
    return this.#fields.map(({ member, type, column, words, write }, index) => {
      const head = bytesOf(`${index === 0 ? '{' : ','}${JSON.stringify(member)}:`);
      const at = offset + (column === null ? this.rowColumns.length : this.rowColumns.indexOf(column));
      const none = type === 'customFields' ? '[]' : 'null';
      return { head, at, write: words ? numberIn(words) : (write ?? writerOf(type)), whenNull: `${head}${none}` };
    });
  }
}

/** Writes the record of a raw row, with the custom fields that these definitions show. */
export type RowSerializer = (row: RawRow, customFields: Pick<CustomFieldSet, 'write'>) => string;

interface Piece {
  readonly head: string;
  readonly at: number;
  /** Null for the custom fields, which their definitions write. */
  readonly write: ((value: string) => string) | null;
  readonly whenNull: string;
}

/** Most records have no value of a custom field, and null costs both sides less than an empty object. */
function shownColumn(column: string): string {
  return column === customFieldsColumn ? `nullif(record.${column}, '{}') as ${column}` : `record.${column}`;
}

const customFieldsColumn = 'custom_fields';

function notRead(): never {
  throw new Error('this answer reads nothing beside the record');
}

function computedOf({
  columns,
}: RecordDefinition): ReadonlyMap<string, NonNullable<Column<unknown, unknown>['computed']>> {
  return new Map(
    Object.entries(columns).flatMap(([member, { computed, computedColumn }]) =>
      computed ? [[computedColumn ?? columnName(member), computed]] : [],
    ),
  );
}

/** Writes a word as its number, which is its position among all, from 1. */
function numberIn(words: readonly string[]): (value: string) => string {
  return (value) => String(words.indexOf(value) + 1);
}

const standardFields: Readonly<Record<string, Omit<Field, 'member'>>> = {
  id: { column: 'id', type: 'uuid' },
  externalId: { column: null, type: 'text' },
  customFields: { column: customFieldsColumn, type: 'customFields' },
  ownerUserId: { column: 'owner_user_id', type: 'uuid' },
  createdOnUtc: { column: 'created_on', type: 'timestamptz' },
  lastModifiedOnUtc: { column: 'last_modified_on', type: 'timestamptz' },
};

function fieldOf(definition: RecordDefinition, member: string): Omit<Field, 'member'> {
  const own = definition.columns[member];
  if (own) {
    return { column: own.computedColumn ?? columnName(member), type: own.type, words: own.words, write: own.write };
  }
  const word = Object.entries(definition.columns).find(([, { wordAs }]) => wordAs === member);
  if (word) {
    return { column: columnName(word[0]), type: 'text' };
  }
  const isName =
    nameCopies(definition).some(({ shownAs }) => shownAs === member) ||
    [...nameJoins(definition), ownerName].some(({ joinedAs }) => joinedAs === member);
  const field = isName ? { column: columnName(member), type: 'text' as const } : standardFields[member];
  if (!field) {
    throw new Error(`${definition.resource.name} have no ${member}`);
  }
  return field;
}

function rendered(type: Field['type'], value: string, keys: string): string {
  if (type === 'customFields') {
    return shownValues(value, keys);
  }
  return type === 'timestamptz' ? `cell.utc(${value})` : value;
}

function writerOf(type: Field['type']): Piece['write'] {
  switch (type) {
    case 'text':
      return quoted;
    case 'uuid':
    case 'date':
      return (value) => `"${value}"`;
    case 'timestamptz':
      return (value) => `"${timeOf(value)}"`;
    case 'boolean':
      return (value) => (value === 't' ? 'true' : 'false');
    case 'integer':
    case 'numeric':
    case 'jsonb':
    case 'text[]':
    case 'uuid[]':
      return (value) => value;
    case 'customFields':
      return null;
  }
}

/** Most texts need no escape, and to look for one is cheaper than to write each. */
function quoted(value: string): string {
  return needsEscape.test(value) ? JSON.stringify(value) : `"${value}"`;
}

/** The characters that JSON escapes. */
const needsEscape = /["\\\u0000-\u001f]/;
