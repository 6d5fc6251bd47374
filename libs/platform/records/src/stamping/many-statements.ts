import { statement, type Statement } from '@rapport/database';
import { columnName } from '../defining/column.ts';
import { nameCopies, type RecordDefinition } from '../defining/definition.ts';
import { visibleTo } from '../showing/visibility.ts';
import { deletedParts, goneParts } from './deleted-parts.ts';
import { createdDetails } from './change-details.ts';
import { detailsColumn, outboxInsert } from './outbox-row.ts';
import { newSearchText } from './search-text.ts';
import { stampedUpdate } from './stamped-update.ts';
import { withExpressions } from './table-expressions.ts';

/** A statement of a transaction that changes many records at once. Its first parameters are the transaction's own. */
export interface StampedStatement {
  readonly statement: Statement;
  /** Whether the text asks what the caller sees: then scope and viewer follow the first parameters. */
  readonly asksViewer: boolean;
}

/** The choice of the records that a text is about, which it calls `record`. */
export interface Chosen {
  readonly name: string;
  /** A predicate. Its own parameters come behind those of the transaction. */
  readonly where: (own: OwnParameters) => string;
  /** Whether only those records are chosen that the caller sees. */
  readonly ifVisible?: boolean;
}

/** The nth of a statement's own parameters, counted from 1. */
export type OwnParameters = (nth: number) => string;

const at = '$1::timestamptz';
const actor = '$2::uuid';
const traceparent = '$3::text';
const viewer = { scope: '$4::text', viewer: '$5::uuid' };

/**
 * Sets members of the chosen records where that changes them, each with a new version and an outbox row. Neither a name
 * nor an owner may be among them: a change of those must reach the records that show the name. Nor may a reference whose
 * name is copied: the copies are read for what each record refers to already.
 */
export function changeMany(
  definition: RecordDefinition,
  { name, where, ifVisible = false }: Chosen,
  sets: (own: OwnParameters) => Readonly<Record<string, string>>,
): StampedStatement {
  const own = parametersBehind(ifVisible);
  requireMembers(definition, name, Object.keys(sets(own)), [
    ...namingMembers(definition),
    ...copyingMembers(definition),
  ]);
  const changes = Object.entries(sets(own)).map(([member, value]) => ({ member, name: columnName(member), value }));
  const have = changes.map(({ name: column }) => `record.${column}`).join(', ');
  const want = changes.map(({ value }) => value).join(', ');
  const change = stampedUpdate(definition, {
    sets: changes,
    // The transaction has its stamp already, so the snapshot of this statement is behind the tenant's lock.
    nameFor: ({ column, resource }) =>
      `(select source.name from tenant.${resource.table} source where source.id = record.${column})`,
    at,
    where: `(${where(own)})${seen(definition, ifVisible)} and row(${have}) is distinct from row(${want})`,
    actor,
    traceparent,
  });
  return { statement: statement(name, withExpressions(change, 'select id from written')), asksViewer: ifVisible };
}

/** Adds the rows of a query, whose columns bear the names of the members' columns, as new records without an owner. */
export function addMany(
  definition: RecordDefinition,
  name: string,
  members: readonly string[],
  query: (own: OwnParameters) => string,
): StampedStatement {
  const { resource } = definition;
  requireMembers(definition, name, members, copyingMembers(definition));
  const names = members.map(columnName).join(', ');
  const details = detailsColumn(createdDetails(definition, 'written'));
  const expressions = [
    `added as materialized (
  ${query(parametersBehind(false))}
)`,
    `written as (
  insert into tenant.${resource.table} (id, ${names}, version, created_on, last_modified_on)
  select uuidv7(), ${names}, 1, ${at}, ${at} from added
  returning *
)`,
    `queued as (
  ${outboxInsert(resource.number, 'created', 'written', { actor, ...details, traceparent })}
)`,
    ...newSearchText(definition),
  ];
  return { statement: statement(name, withExpressions(expressions, 'select id from written')), asksViewer: false };
}

/** Deletes the chosen records, which are parts of others, each with an outbox row. */
export function deleteMany(definition: RecordDefinition, { name, where, ifVisible = false }: Chosen): StampedStatement {
  const expressions = deletedParts(definition, {
    where: `(${where(parametersBehind(ifVisible))})${seen(definition, ifVisible)}`,
    at,
    actor,
    traceparent,
  });
  const ids = `select id from ${goneParts(definition)}`;
  return { statement: statement(name, withExpressions(expressions, ids)), asksViewer: ifVisible };
}

/** The owner is no member of a definition: to write it, a statement must look up the owner's team. */
function requireMembers(
  { resource, columns }: RecordDefinition,
  name: string,
  members: readonly string[],
  refused: readonly string[],
): void {
  const wrong = members.find((member) => refused.includes(member) || columns[member] === undefined);
  if (wrong !== undefined) {
    throw new Error(`${name} cannot write ${wrong} of ${resource.name}`);
  }
}

/** The members of which a name may be made: the words of every name are looked for. */
function namingMembers({ search }: RecordDefinition): readonly string[] {
  return ['name', ...(search?.texts ?? [])];
}

/** The references whose names are copied. */
function copyingMembers(definition: RecordDefinition): readonly string[] {
  return nameCopies(definition).map(({ member }) => member);
}

function parametersBehind(ifVisible: boolean): OwnParameters {
  const before = ifVisible ? 5 : 3;
  return (nth) => `$${before + nth}`;
}

function seen(definition: RecordDefinition, ifVisible: boolean): string {
  return ifVisible ? ` and ${visibleTo(definition, viewer, 'record')}` : '';
}
