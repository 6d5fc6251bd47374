import { bytesOf, textOf, type RawRow } from '@rapport/database';
import { columnName, type ColumnType } from './column.ts';
import { nameCopies, type NameCopy, type RecordDefinition } from './definition.ts';
import type { CustomFieldSet } from './custom-field-sets.ts';
import { shownValues } from './custom-values.ts';
import { timeOf } from './time-text.ts';

interface Field {
  readonly member: string;
  readonly type: ColumnType | 'customFields';
  /** The column of the table; null for the caller's external id. */
  readonly column: string | null;
}

/**
 * How a surface shows a record: its members in their order. The SQL that renders one record and the serializer of raw
 * rows both come from it.
 */
export class RecordShape {
  /** The columns of a row, in order; the caller's external id follows them. */
  readonly rowColumns: readonly string[];
  readonly #fields: readonly Field[];
  readonly #copies: ReadonlyMap<string, NameCopy>;
  readonly #hideable: readonly { readonly member: string; readonly idAt: number; readonly nameAt: number }[];

  constructor(definition: RecordDefinition, members: readonly string[]) {
    this.#fields = members.map((member) => ({ member, ...fieldOf(definition, member) }));
    const columns = this.#fields.flatMap(({ column }) => column ?? []);
    const copies = nameCopies(definition).filter(({ copy }) => columns.includes(copy));
    this.rowColumns = [...new Set(['last_modified_on', 'id', ...columns, ...copies.map(({ column }) => column)])];
    this.#copies = new Map(copies.map((copy) => [copy.copy, copy]));
    this.#hideable = copies.map(({ shownAs, column, copy }) => ({
      member: shownAs,
      idAt: this.rowColumns.indexOf(column),
      nameAt: this.rowColumns.indexOf(copy),
    }));
  }

  get showsCustomFields(): boolean {
    return this.#fields.some(({ type }) => type === 'customFields');
  }

  /** The columns of a row of `record`. `nameOf` gives the expression of a copied name as the caller may see it. */
  columns(nameOf: (copy: NameCopy) => string): string {
    return this.rowColumns
      .map((column) => {
        const copy = this.#copies.get(column);
        return copy ? `${nameOf(copy)} as ${column}` : shownColumn(column);
      })
      .join(', ');
  }

  /** The record of a row as JSON text, with the custom fields of the keys. `row_to_json` of a subselect is compact and cheaper than building an object. */
  json(externalId: string, keys: string): string {
    const members = this.#fields.map(({ member, type, column }) => {
      const value = column ?? externalId;
      return `${rendered(type, value, keys)} as "${member}"`;
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

  /** Writes the record of a raw row, whose columns begin at `offset`: byte for byte what `json` renders. */
  serializer(offset: number): RowSerializer {
    const parts = this.#parts(offset);
    return (row, customFields) => {
      let text = '';
      for (const { head, at, write, whenNull } of parts) {
        const value = row[at];
        text += value === null || value === undefined ? whenNull : head + (write ?? customFields.write)(value);
      }
      return `${text}}`;
    };
  }

  /** Each value with all the text in front of it, so that a row costs one step for each column. */
  #parts(offset: number): Part[] {
    return this.#fields.map(({ member, type, column }, index) => {
      const head = bytesOf(`${index === 0 ? '{' : ','}${JSON.stringify(member)}:`);
      const at = offset + (column === null ? this.rowColumns.length : this.rowColumns.indexOf(column));
      const none = type === 'customFields' ? '[]' : 'null';
      return { head, at, write: writerOf(type), whenNull: `${head}${none}` };
    });
  }
}

/** Writes the record of a raw row, with the custom fields that these definitions show. */
export type RowSerializer = (row: RawRow, customFields: Pick<CustomFieldSet, 'write'>) => string;

interface Part {
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
    return { column: columnName(member), type: own.type };
  }
  const copy = nameCopies(definition).find(({ shownAs }) => shownAs === member);
  const field = copy ? { column: copy.copy, type: 'text' as const } : standardFields[member];
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

function writerOf(type: Field['type']): Part['write'] {
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
