import { bytesOf } from '@rapport/database';
import type { ColumnType } from './column.ts';
import type { Columns, ResourceDefinition } from './resource.ts';
import { timeOf } from './time-text.ts';

/** A member that has the same value in every record. */
export interface Constant {
  readonly constant: null | boolean | number | string | readonly [];
}

/** The columns that every record has, by their names in code. */
export type StandardField = 'id' | 'externalId' | 'ownerUserId' | 'createdOn' | 'lastModifiedOn';

/** How a surface shows a record: from its members, in their order, to the sources of their values. */
export type Shape<C extends Columns> = Readonly<Record<string, (keyof C & string) | StandardField | Constant>>;

type AnyShape = Readonly<Record<string, string | Constant>>;

export interface Field {
  readonly member: string;
  /** The table's column; null for the caller's external id. */
  readonly column: string | null;
  readonly type: ColumnType;
}

/** A shape with its columns looked up. The SQL of one record and the serializer of list rows both come from it. */
export class RecordShape {
  /** The columns of a list row, in order; the caller's external id follows them. */
  readonly rowColumns: readonly string[];
  readonly #members: readonly (Field | { member: string; constant: string })[];

  constructor(definition: ResourceDefinition, shape: AnyShape) {
    const fields = { ...standardFields, ...columnFields(definition.columns) };
    this.#members = Object.entries(shape).map(([member, source]) => {
      if (typeof source !== 'string') {
        return { member, constant: JSON.stringify(source.constant) };
      }
      const field = fields[source];
      if (!field) {
        throw new Error(`${member} shows ${source}, which ${definition.resource.name} do not have`);
      }
      return { member, ...field };
    });
    const columns = this.#members.flatMap((member) => ('column' in member && member.column ? [member.column] : []));
    this.rowColumns = [...new Set(['last_modified_on', 'id', ...columns])];
  }

  /** The record of a row as JSON text. `row_to_json` of a subselect is compact and cheaper than building an object. */
  json(externalId: string): string {
    const members = this.#members.map((member) => {
      if ('constant' in member) {
        return `'${member.constant.replaceAll("'", "''")}'::json as "${member.member}"`;
      }
      const value = member.column ?? externalId;
      return `${member.type === 'timestamptz' ? `cell.utc(${value})` : value} as "${member.member}"`;
    });
    return `(select row_to_json(record)::text from (select ${members.join(', ')}) as record)`;
  }

  /** The columns of a list row. */
  columns(): string {
    return this.rowColumns.join(', ');
  }

  /** Writes the record of a raw row, whose columns begin at `offset`: byte for byte what `json` renders. */
  serializer(offset: number): (row: readonly (string | null)[]) => string {
    const { parts, tail } = this.#parts(offset);
    return (row) => {
      let text = '';
      for (const { head, at, write, whenNull } of parts) {
        const value = row[at];
        text += value === null || value === undefined ? whenNull : head + write(value);
      }
      return text + tail;
    };
  }

  /** Each value with all the text in front of it, so that a row costs one step for each column. */
  #parts(offset: number): { parts: Part[]; tail: string } {
    const parts: Part[] = [];
    let before = '{';
    for (const member of this.#members) {
      const head = bytesOf(`${before}${JSON.stringify(member.member)}:`);
      before = ',';
      if ('constant' in member) {
        before = `${head}${bytesOf(member.constant)},`;
        continue;
      }
      const at = offset + (member.column === null ? this.rowColumns.length : this.rowColumns.indexOf(member.column));
      parts.push({ head, at, write: writerOf(member.type), whenNull: `${head}null` });
    }
    return { parts, tail: `${before.slice(0, -1)}}` };
  }
}

interface Part {
  readonly head: string;
  readonly at: number;
  readonly write: (value: string) => string;
  readonly whenNull: string;
}

const standardFields: Record<string, Omit<Field, 'member'>> = {
  id: { column: 'id', type: 'uuid' },
  externalId: { column: null, type: 'text' },
  ownerUserId: { column: 'owner_user_id', type: 'uuid' },
  createdOn: { column: 'created_on', type: 'timestamptz' },
  lastModifiedOn: { column: 'last_modified_on', type: 'timestamptz' },
};

function columnFields(columns: Columns): Record<string, Omit<Field, 'member'>> {
  return Object.fromEntries(
    Object.entries(columns).map(([field, column]) => [field, { column: column.name, type: column.type }]),
  );
}

function writerOf(type: ColumnType): (value: string) => string {
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
  }
}

/** Most texts need no escape, and to look for one is cheaper than to write each. */
function quoted(value: string): string {
  return needsEscape.test(value) ? JSON.stringify(value) : `"${value}"`;
}

/** The characters that JSON escapes. */
const needsEscape = /["\\\u0000-\u001f]/;
