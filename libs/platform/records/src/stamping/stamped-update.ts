import { nameCopies, type NameCopy, type RecordDefinition } from '../defining/definition.ts';
import { hasOwner } from '../defining/target.ts';
import { updatedDetails } from './change-details.ts';
import { author, detailsColumn, outboxInsert } from './outbox-row.ts';
import { changedSearchText } from './search-text.ts';

/** A column that an update sets. Where it has a member, the outbox row tells a change of it by that. */
export interface ColumnSet {
  readonly name: string;
  readonly value: string;
  readonly member?: string;
}

export interface StampedUpdate {
  readonly sets: readonly ColumnSet[];
  /** The name, read behind the tenant's lock, of the record that `record` refers to. */
  readonly nameFor: (copy: NameCopy) => string;
  /** The stamp, which was taken before. */
  readonly at: string;
  readonly from?: string;
  /** A predicate over `record` as it is behind the lock. */
  readonly where: string;
  /** The columns that it returns beside those of the outbox row; by default the id, version and time alone. */
  readonly returning?: readonly string[];
  /** Further entries of the changes, as SQL, each null where there is none. */
  readonly changed?: readonly string[];
}

/**
 * The update that stamps records, for every statement that has one: `written` gives them a version, the stamp and fresh
 * copies of all their names, and `queued` and `texted` their outbox rows and search texts. The fan-out finds the records
 * that it has not reached by their stamps alone, so a stamp without fresh copies would hide a former name for ever. Its
 * statement is sent with `actor` and `traceparent`.
 */
export function stampedUpdate(definition: RecordDefinition, update: StampedUpdate): string[] {
  const { resource } = definition;
  const { sets, at, from, where, returning = [standard], changed = [] } = update;
  const copied = nameCopies(definition).map((copy) => ({
    name: copy.copy,
    value: update.nameFor(copy),
    member: copy.shownAs,
  }));
  const all = [...sets, ...copied];
  const changes = [...all.flatMap(changeOf), ...changed];
  const owned = hasOwner(definition);
  const text = changedSearchText(
    definition,
    sets.map(({ name }) => name),
  );
  const details = updatedDetails(
    definition,
    sets.flatMap(({ member = [] }) => member),
  );
  const columns = [
    ...all.map(({ name, value }) => `${name} = ${value}`),
    'version = record.version + 1',
    `last_modified_on = ${at}`,
  ];
  const returned = [
    ...returning,
    ...(owned ? [ownersReturned] : []),
    ...(text ? [text.returned] : []),
    `to_jsonb(array_remove(array[${changes.join(', ')}]::text[], null)) as changes`,
    ...(details === null ? [] : [`${details} as details`]),
  ];
  return [
    `written as (
  update tenant.${resource.table} record
  set ${columns.join(', ')}
  ${from === undefined ? '' : `from ${from}\n  `}where ${where}
  returning ${returned.join(', ')}
)`,
    `queued as (
  ${outboxInsert(resource.number, 'updated', 'written', {
    ...(owned && owners),
    actor: author.actor,
    changes: 'changes',
    ...detailsColumn(details && 'details'),
    traceparent: author.traceparent,
  })}
)`,
    ...(text ? [text.kept] : []),
  ];
}

const standard = 'new.id, new.version, new.last_modified_on';
const ownersReturned = `old.owner_user_id as owner_before, new.owner_user_id as owner_after,
    old.team_id as team_before, new.team_id as team_after`;
const owners = {
  owner_before: 'owner_before',
  owner_after: 'owner_after',
  team_before: 'team_before',
  team_after: 'team_after',
};

function changeOf({ name, member }: ColumnSet): string[] {
  return member === undefined ? [] : [`case when old.${name} is distinct from new.${name} then '${member}' end`];
}
