import { statement, type NamedStatement, type NameIn } from '@rapport/database';
import { columnName } from '../defining/column.ts';
import { nameCopies, type RecordDefinition } from '../defining/definition.ts';
import { theViewer, visibleTo } from '../showing/visibility.ts';
import { deletedParts, goneParts } from './deleted-parts.ts';
import { createdDetails } from './change-details.ts';
import { author, detailsColumn, outboxInsert } from './outbox-row.ts';
import { newSearchText } from './search-text.ts';
import { stampedUpdate } from './stamped-update.ts';
import { withExpressions } from './table-expressions.ts';

/** A statement of a transaction that changes many records at once. It is sent with values of the transaction too. */
export type StampedStatement<Name extends string = string> = NamedStatement<Name | OfTransaction>;

type OfTransaction = 'at' | 'actor' | 'traceparent' | 'scope' | 'viewer';

/** The names of the values that are the statement's own. */
type Own<Text extends string, Listed extends string> = Exclude<NameIn<Text> | Listed, OfTransaction>;

/** The choice of the records that a text is about, which it calls `record`. */
export interface Chosen<Where extends string = string, Listed extends string = never> {
  readonly name: string;
  /** A predicate. */
  readonly where: Where;
  /** Whether only those records are chosen that the caller sees. */
  readonly ifVisible?: boolean;
  /** The names that stand only in pieces of which the texts are made. */
  readonly names?: readonly Listed[];
}

const at = ':at::timestamptz';

/**
 * Sets members of the chosen records where that changes them, each with a new version and an outbox row. Neither a name
 * nor an owner may be among them: a change of those must reach the records that show the name. Nor may a reference whose
 * name is copied: the copies are read for what each record refers to already.
 */
export function changeMany<const Where extends string, const Value extends string, const Listed extends string = never>(
  definition: RecordDefinition,
  { name, where, ifVisible = false }: Chosen<Where, Listed>,
  sets: Readonly<Record<string, Value>>,
): StampedStatement<Own<Where | Value, Listed>> {
  requireMembers(definition, name, Object.keys(sets), [...namingMembers(definition), ...copyingMembers(definition)]);
  const changes = Object.entries<string>(sets).map(([member, value]) => ({ member, name: columnName(member), value }));
  const have = changes.map(({ name: column }) => `record.${column}`).join(', ');
  const want = changes.map(({ value }) => value).join(', ');
  const change = stampedUpdate(definition, {
    sets: changes,
    // The transaction has its stamp already, so the snapshot of this statement is behind the tenant's lock.
    nameFor: ({ column, resource }) =>
      `(select source.name from tenant.${resource.table} source where source.id = record.${column})`,
    at,
    where: `(${where})${seen(definition, ifVisible)} and row(${have}) is distinct from row(${want})`,
  });
  return stamped(name, withExpressions(change, 'select id from written'));
}

/** New records of a query, whose columns bear the names of the members' columns. */
export interface Added<Query extends string, Listed extends string = never> {
  readonly name: string;
  readonly members: readonly string[];
  readonly query: Query;
  readonly names?: readonly Listed[];
}

/** Adds the rows of a query as new records without an owner. */
export function addMany<const Query extends string, const Listed extends string = never>(
  definition: RecordDefinition,
  { name, members, query }: Added<Query, Listed>,
): StampedStatement<Own<Query, Listed>> {
  const { resource } = definition;
  requireMembers(definition, name, members, copyingMembers(definition));
  const columns = members.map(columnName).join(', ');
  const details = detailsColumn(createdDetails(definition, 'written'));
  const expressions = [
    `added as materialized (
  ${query}
)`,
    `written as (
  insert into tenant.${resource.table} (id, ${columns}, version, created_on, last_modified_on)
  select uuidv7(), ${columns}, 1, ${at}, ${at} from added
  returning *
)`,
    `queued as (
  ${outboxInsert(resource.number, 'created', 'written', { actor: author.actor, ...details, traceparent: author.traceparent })}
)`,
    ...newSearchText(definition),
  ];
  return stamped(name, withExpressions(expressions, 'select id from written'));
}

/** Deletes the chosen records, which are parts of others, each with an outbox row. */
export function deleteMany<const Where extends string, const Listed extends string = never>(
  definition: RecordDefinition,
  { name, where, ifVisible = false }: Chosen<Where, Listed>,
): StampedStatement<Own<Where, Listed>> {
  const expressions = deletedParts(definition, {
    where: `(${where})${seen(definition, ifVisible)}`,
    at,
    ...author,
  });
  const ids = `select id from ${goneParts(definition)}`;
  return stamped(name, withExpressions(expressions, ids));
}

function stamped<Name extends string>(name: string, text: string): StampedStatement<Name> {
  const made: NamedStatement = statement(name, text);
  return made as StampedStatement<Name>;
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

function seen(definition: RecordDefinition, ifVisible: boolean): string {
  return ifVisible ? ` and ${visibleTo(definition, theViewer, 'record')}` : '';
}
