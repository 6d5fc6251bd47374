import type { NamedStatement, Sent } from '@rapport/database';
import { columnName, keyColumnName, literal, type Column, type DefaultBy, type Source } from '../../defining/column.ts';
import type { RecordDefinition } from '../../defining/definition.ts';
import { askedBehindLock } from '../../stamping/behind-lock.ts';
import { ownerMember } from '../../stamping/record-owner.ts';
import { hasOwner } from '../../defining/target.ts';

/** A column that a body writes, with the member that it is in code and in bodies, and its parameter. */
export interface BodyColumn {
  readonly member: string;
  readonly column: Column<unknown, unknown>;
  readonly name: string;
  readonly parameter: string;
}

/**
 * The columns of a surface's body. The owner is among them where the records have one. What the body does not say stays as it
 * is, and in a new record has the table's default.
 */
export function bodyColumns(definition: RecordDefinition, members: readonly string[]): BodyColumn[] {
  const { resource, columns } = definition;
  const own = members.map((member) => {
    const column = columns[member];
    if (!column) {
      throw new Error(`${resource.name} have no column for ${member}`);
    }
    return { member, column, name: columnName(member), parameter: `:${member}::${column.type}` };
  });
  if (!hasOwner(definition)) {
    return own;
  }
  const owner = { type: 'uuid', kept: true } as const;
  return [...own, { member: ownerMember, column: owner, name: 'owner_user_id', parameter: `:${ownerMember}::uuid` }];
}

/** The columns of the keys of what a body writes. A key goes with its value, which is never kept nor has a default. */
export function keyColumns(
  { columns }: RecordDefinition,
  members: readonly string[],
): { readonly name: string; readonly value: string }[] {
  return members
    .filter((member) => columns[member]?.keyOf)
    .map((member) => ({ name: keyColumnName(member), value: `:${keyNameOf(member)}::text` }));
}

/** The values of a write, by the names in its text. */
export type WrittenValues = Readonly<Record<string, unknown>>;

/** The keys of what a body writes, by their names in a text. */
export type WrittenKeys = ReadonlyMap<string, (values: WrittenValues) => string | null>;

export function writtenKeys({ columns }: RecordDefinition): WrittenKeys {
  return new Map(
    Object.entries(columns).flatMap(([member, { keyOf }]) => {
      if (!keyOf) {
        return [];
      }
      const key = ({ [member]: value }: WrittenValues) => (typeof value === 'string' ? keyOf(value) : null);
      return [[keyNameOf(member), key] as const];
    }),
  );
}

/** A write with those of the values that its text names, and their keys. What the values lack is null. */
export function sentWith({ keys }: { readonly keys: WrittenKeys }, write: NamedStatement, values: WrittenValues): Sent {
  return { statement: write, values: write.names.map((name) => values[name] ?? keys.get(name)?.(values) ?? null) };
}

function keyNameOf(member: string): string {
  return `${member}Key`;
}

/** The value of a column in a new record. `at` is the stamp, behind which other records are looked at. */
export function firstValue(
  { resource, columns }: RecordDefinition,
  all: readonly BodyColumn[],
  own: BodyColumn,
  at: string,
): string {
  const { column, parameter } = own;
  if (column.takenFrom) {
    return taken(all, own, column.takenFrom, at);
  }
  if (column.codePrefix !== undefined) {
    return `coalesce(${parameter}, ${nextCode(resource.table, column.codePrefix)})`;
  }
  if (column.defaultBy) {
    const by = all.find(({ member }) => member === column.defaultBy?.column);
    const source = by?.parameter ?? 'null';
    const start = literal(columns[column.defaultBy.column]?.default ?? '');
    return `coalesce(${parameter}, ${defaultOf(column.defaultBy, `coalesce(${source}, ${start})`)})`;
  }
  return column.default === undefined ? parameter : `coalesce(${parameter}, ${literal(column.default)})`;
}

/**
 * The value that an update gives a column: the sent one, else the stored one where it is kept, else the default. `at` is
 * the stamp, behind which other records are looked at, or null before there is one.
 */
export function nextValue(all: readonly BodyColumn[], own: BodyColumn, alias: string, at: string): string {
  const { column, name, parameter } = own;
  if (column.kept) {
    return `coalesce(${parameter}, ${alias}.${name})`;
  }
  if (column.takenFrom) {
    return taken(all, own, column.takenFrom, at);
  }
  if (column.defaultBy) {
    const by = all.find(({ member }) => member === column.defaultBy?.column);
    const source = by ? nextValue(all, by, alias, at) : `${alias}.${columnName(column.defaultBy.column)}`;
    return `coalesce(${parameter}, ${defaultOf(column.defaultBy, source)})`;
  }
  return column.default === undefined ? parameter : `coalesce(${parameter}, ${literal(column.default)})`;
}

/**
 * The sent id, else the first that a named record has. It is read by a function behind the tenant's lock, because what
 * the statement's snapshot shows may have been deleted since.
 */
function taken(all: readonly BodyColumn[], { parameter }: BodyColumn, sources: readonly Source[], at: string): string {
  const lookups = sources.map(({ member, target: { resource }, column }) => {
    const by = all.find((each) => each.member === member)?.parameter ?? 'null';
    return `${askedBehindLock(`select ${column} from tenant.${resource.table} where id = $1`, { id: by, at })}::uuid`;
  });
  return `coalesce(${[parameter, ...lookups].join(', ')})`;
}

function defaultOf({ values }: DefaultBy, source: string): string {
  const cases = Object.entries(values).map(([value, byDefault]) => `when ${literal(value)} then ${literal(byDefault)}`);
  return `case ${source} ${cases.join(' ')} end`;
}

function nextCode(table: string, prefix: string): string {
  return `(select ${codeOf(prefix, 'next.n')} from (select ${nextCodeNumber(table)} as n) as next)`;
}

/** A number that no code had before, as SQL. */
export function nextCodeNumber(table: string): string {
  return `nextval('tenant.${table}_code')`;
}

/** The code with a number. It has at least six digits: padding alone would cut a seventh. */
export function codeOf(prefix: string, number: string): string {
  return `'${prefix}' || lpad(${number}::text, greatest(6, length(${number}::text)), '0')`;
}
