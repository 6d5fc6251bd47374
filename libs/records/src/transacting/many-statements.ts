import { statement } from '@rapport/database';
import { columnName } from '../column.ts';
import type { RecordDefinition } from '../definition.ts';
import { hasOwner } from '../target.ts';
import { visibleTo } from '../visibility.ts';
import { outboxInsert } from '../writing/outbox-row.ts';
import { goneSearchText, newSearchText } from '../writing/search-text.ts';
import { stampedUpdate } from '../writing/stamped-update.ts';
import type { StampedStatement } from './record-transaction.ts';

/** What a text says of the records that it is about, which it calls `record`. */
export interface Chosen {
  readonly name: string;
  /** A predicate. Its own parameters come behind those of the transaction. */
  readonly where: (own: OwnPlaces) => string;
  /** Whether only those records are chosen that the caller sees. */
  readonly ifVisible?: boolean;
}

/** The place of the nth of a statement's own parameters, counted from 1. */
export type OwnPlaces = (nth: number) => string;

const at = '$1::timestamptz';
const actor = '$2::uuid';
const traceparent = '$3::text';
const viewer = { scope: '$4::text', viewer: '$5::uuid' };

/** Sets members of the chosen records where that changes them, each with a new version and an outbox row. */
export function changeMany(
  definition: RecordDefinition,
  { name, where, ifVisible = false }: Chosen,
  sets: (own: OwnPlaces) => Readonly<Record<string, string>>,
): StampedStatement {
  const own = placesBehind(ifVisible);
  const changes = Object.entries(sets(own)).map(([member, value]) => ({ member, name: columnName(member), value }));
  const have = changes.map(({ name: column }) => `record.${column}`).join(', ');
  const want = changes.map(({ value }) => value).join(', ');
  const change = stampedUpdate(definition, {
    sets: changes,
    nameFor: ({ shownAs }) => {
      throw new Error(`a change of many reads no ${shownAs} behind the lock`);
    },
    at,
    where: `(${where(own)})${seen(definition, ifVisible)} and row(${have}) is distinct from row(${want})`,
    actor,
    traceparent,
  });
  return { statement: statement(name, `with ${change}\nselect id from written`), asksViewer: ifVisible };
}

/** Adds the rows of a query, whose columns bear the names of the members' columns, as new records. */
export function addMany(
  definition: RecordDefinition,
  name: string,
  members: readonly string[],
  query: (own: OwnPlaces) => string,
): StampedStatement {
  const { resource } = definition;
  const columns = members.map(columnName).join(', ');
  const text = `with added as materialized (
  ${query(placesBehind(false))}
),
written as (
  insert into tenant.${resource.table} (id, ${columns}, version, created_on, last_modified_on)
  select uuidv7(), ${columns}, 1, ${at}, ${at} from added
  returning *
),
queued as (
  ${outboxInsert(resource.number, 'created', 'written', { actor, traceparent })}
)${newSearchText(definition)}
select id from written`;
  return { statement: statement(name, text), asksViewer: false };
}

/** Deletes the chosen records, each with an outbox row. Nothing may refer to them. */
export function deleteMany(definition: RecordDefinition, { name, where, ifVisible = false }: Chosen): StampedStatement {
  const { resource } = definition;
  const owners = hasOwner(definition) ? { owner_before: 'owner_user_id', team_before: 'team_id' } : {};
  const text = `with gone as (
  delete from tenant.${resource.table} record where (${where(placesBehind(ifVisible))})${seen(definition, ifVisible)}
  returning *
),
queued as (
  ${outboxInsert(resource.number, 'deleted', 'gone', { ...owners, version: 'version + 1', occurred_on: at, actor, traceparent })}
)${goneSearchText(definition, 'gone')}
select id from gone`;
  return { statement: statement(name, text), asksViewer: ifVisible };
}

function placesBehind(ifVisible: boolean): OwnPlaces {
  const before = ifVisible ? 5 : 3;
  return (nth) => `$${before + nth}`;
}

function seen(definition: RecordDefinition, ifVisible: boolean): string {
  return ifVisible ? ` and ${visibleTo(definition, viewer, 'record')}` : '';
}
