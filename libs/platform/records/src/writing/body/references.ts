import { callerIn, type RequestContext } from '@rapport/kernel';
import type { Column } from '../../defining/column.ts';
import { nameCopies, type RecordDefinition } from '../../defining/definition.ts';
import { tooManyValues } from '../../showing/custom-values.ts';
import { spoken } from '../../defining/resource.ts';
import { hasOwner, isRecord, type RecordTarget } from '../../defining/target.ts';
import { theViewer, visibleTo } from '../../showing/visibility.ts';
import { askedBehindLock, missesBehindLock } from '../../stamping/behind-lock.ts';
import { ownerMember } from '../../stamping/record-owner.ts';
import type { BodyColumn } from './body-columns.ts';
import type { WrittenSurface } from './written-surface.ts';

/** A member of a body that the tenant's data may refuse, and what a caller is answered then: most name other records. */
export interface Reference {
  readonly member: string;
  readonly message: string | ((context: RequestContext) => string);
}

/** The answer to a caller that names an owner that cannot own a record. */
export function noSuchOwner({ actor }: RequestContext): string {
  const list = actor.clientId === null ? 'POST /api/v1/user/search' : 'GET /api/v1/users';
  return `This must be an active user of this tenant; ${list} lists its users.`;
}

export function referencesOf(
  definition: RecordDefinition,
  { body: members, hasCustomFields }: Pick<WrittenSurface, 'body' | 'hasCustomFields'>,
): Reference[] {
  const own = members.flatMap((member) => {
    const column = definition.columns[member];
    return column?.target ? [{ member, message: messageOf(column) }] : [];
  });
  const owner = { member: ownerMember, message: noSuchOwner };
  return [...own, ...(hasOwner(definition) ? [owner] : []), ...(hasCustomFields ? [tooManyValues] : [])];
}

/**
 * The members, as an SQL array, that name nothing, and `customFields` where its values are too many. `isNew` says of which
 * references that is asked, `present` gives the value of the record as it is.
 */
export function wrongReferences(
  columns: readonly BodyColumn[],
  isNew: (column: BodyColumn) => string,
  present: (column: BodyColumn) => string,
  hasTooMany: string | null,
): string {
  const custom = hasTooMany === null ? [] : [`case when ${hasTooMany} then '${tooManyValues.member}' end`];
  const wrong = columns.flatMap((own) => {
    const found = existence(own, present(own));
    return found === null ? [] : [`case when ${isNew(own)} and not ${found} then '${own.member}' end`];
  });
  return `array_remove(array[${[...wrong, ...custom].join(', ')}]::text[], null)`;
}

/** A reference to a record whose name is copied: a write locks that record until its end. */
export interface HeldReference {
  readonly own: BodyColumn;
  /** The common table expression of the row. */
  readonly alias: string;
  readonly target: RecordTarget;
  /** The column with a copy of the row's name. */
  readonly copy: string;
}

/** The references of a body with copied names. Every reference whose name is copied must be among them. */
export function heldReferences(definition: RecordDefinition, columns: readonly BodyColumn[]): HeldReference[] {
  const copies = nameCopies(definition);
  const lacking = copies.find(({ member }) => !columns.some((own) => own.member === member));
  if (lacking) {
    throw new Error(`a body of ${definition.resource.name} needs ${lacking.member}, whose name is copied`);
  }
  return columns.flatMap((own) => {
    const found = copies.find(({ member }) => member === own.member);
    return found ? [{ own, alias: `held_${own.name}`, target: found.target, copy: found.copy }] : [];
  });
}

/**
 * The records that a write names, locked and read behind the tenant's lock, and `gate`: a row where all that the write
 * names are there, and none where one went meanwhile. The row lock has PostgreSQL read the newest version of a row that
 * changed since the statement's snapshot, so no copied name is stale. `for key share` would show the snapshot's version.
 * `stamped` is read with them, so no plan locks a row before the tenant's lock is held.
 */
export function gate(
  columns: readonly BodyColumn[],
  held: readonly HeldReference[],
  further: readonly string[] = [],
): string[] {
  const rows = held.map(
    ({ own, alias, target }) => `${alias} as materialized (
  select target.id, target.name, ${visibleTo(target, theViewer, 'target')} as is_visible
  from stamped, tenant.${target.resource.table} target where target.id = ${own.parameter}
  for share of target
)`,
  );
  const names = held.map(({ alias, copy }) => `${alias}.name as ${copy}`);
  const visible = held.map(({ own, alias }) => `coalesce(${alias}.is_visible, false) as ${seenAs(own)}`);
  const joins = held.map(({ alias }) => `left join ${alias} on true`);
  const found = [
    ...held.map(({ own, alias }) => `(${own.parameter} is null or ${alias}.id is not null)`),
    ...columns.flatMap(stillThere),
    ...further,
  ];
  return [
    ...rows,
    `gate as materialized (
  select ${['stamped.at', ...names, ...visible].join(', ')}
  from stamped ${joins.join(' ')}${found.length > 0 ? `\n  where ${found.join(' and ')}` : ''}
)`,
  ];
}

function stillThere(own: BodyColumn): string[] {
  const { target } = own.column;
  return !target || isRecord(target)
    ? []
    : [`(${own.parameter} is null or ${isThere(own, target.table, 'stamped.at')})`];
}

/**
 * A function looks for a target that is no record. It runs only for a write that names one, where a query in the text
 * would have every write prepare to run it, which costs a twentieth of a write.
 */
function isThere({ parameter }: BodyColumn, table: string, at: string): string {
  return `${askedBehindLock(`select true from tenant.${table} where id = $1`, { id: parameter, at })} is not null`;
}

/**
 * Whether the records that a body names without a copy of their names are there and visible behind the stamp `at`, one
 * predicate for each reference. `present` gives the value of the record as it is, which is not looked at again. The
 * lookups are functions too: few writes name a campaign, and every write would prepare to lock one.
 */
export function lookups(
  columns: readonly BodyColumn[],
  at: string,
  present: (column: BodyColumn) => string | null,
): string[] {
  return columns.flatMap((own) => {
    const { column, parameter } = own;
    if (!column.target || !isRecord(column.target) || column.shownAs !== undefined) {
      return [];
    }
    const now = present(own);
    const same = now === null || column.type === 'uuid[]' ? '' : ` or ${parameter} = ${now}`;
    return [`(${parameter} is null${same} or ${isSeen(own, column.target, { at, present: now })})`];
  });
}

/**
 * Whether a new owner is an active user behind the stamp `at`: one that was disabled while the statement waited for the
 * lock is still active in its snapshot. `isNew` says of which owner that is asked.
 */
export function ownerLookup(
  columns: readonly BodyColumn[],
  at: string,
  isNew: (column: BodyColumn) => string,
): string[] {
  const owner = columns.find(({ member }) => member === ownerMember);
  return owner ? [`(not (${isNew(owner)}) or ${isActive(owner.parameter, at)})`] : [];
}

function isActive(owner: string, at: string): string {
  return `cell.is_active(:tenant, ${owner}, ${at})`;
}

/** Whether the caller sees what a column names. */
function isSeen(
  { column, parameter }: BodyColumn,
  target: RecordTarget,
  { at, present }: { readonly at: string; readonly present: string | null },
): string {
  const visible = visibleTo(target, { scope: '$3', viewer: '$2' }, 'target');
  const query = `select true from tenant.${target.resource.table} target where target.id = $1 and ${visible}`;
  const values = { id: parameter, other: theViewer.viewer, word: theViewer.scope, at };
  return column.type === 'uuid[]'
    ? `not ${missesBehindLock(query, present ?? 'null', values)}`
    : `${askedBehindLock(query, values)} is not null`;
}

/** The gate's column that says whether the caller may see the row that a reference names. */
export function seenAs({ name }: BodyColumn): string {
  return `sees_${name}`;
}

function existence(own: BodyColumn, present: string): string | null {
  const { member, column, parameter } = own;
  if (member === ownerMember) {
    return isActive(parameter, 'null');
  }
  const { target } = column;
  if (!target) {
    return null;
  }
  if (isRecord(target) && column.shownAs === undefined) {
    return isSeen(own, target, { at: 'null', present });
  }
  if (isRecord(target)) {
    const visible = visibleTo(target, theViewer, 'target');
    return `exists (select from tenant.${target.resource.table} target where target.id = ${parameter} and ${visible})`;
  }
  return isThere(own, target.table, 'null');
}

function messageOf({ target, type }: Column<unknown, unknown>): Reference['message'] {
  if (target === undefined) {
    throw new Error('a column without a target is no reference');
  }
  if (type === 'uuid[]') {
    return (context) => `One of these ids is of no record, or of one that ${callerIn(context)} may not see.`;
  }
  return isRecord(target)
    ? (context) => `There is no ${spoken(target.resource.table)} with this id, or ${callerIn(context)} may not see it.`
    : `There is no ${target.noun} with this id.`;
}
