import { literal } from '../column.ts';
import { nameCopies, type RecordDefinition } from '../definition.ts';
import { isRecord, type Target } from '../target.ts';
import { visibleTo, type ViewerPlaces } from '../visibility.ts';
import { ownerMember, type BodyColumn } from './body-columns.ts';

/** A reference of a body, and what a caller is answered where it names nothing that the caller may name. */
export interface Reference {
  readonly member: string;
  readonly message: string;
}

export function referencesOf({ columns }: RecordDefinition, members: readonly string[]): Reference[] {
  const own = members.flatMap((member) => {
    const target = columns[member]?.target;
    return target ? [{ member, message: messageOf(target) }] : [];
  });
  return [...own, { member: ownerMember, message: 'must be an active user of this tenant' }];
}

/** The members, as an SQL array, that name nothing. `isNew` says of which references that is asked. */
export function wrongReferences(
  columns: readonly BodyColumn[],
  viewer: ViewerPlaces,
  isNew: (column: BodyColumn) => string,
): string {
  const wrong = columns.flatMap((own) => {
    const found = existence(own, viewer);
    return found === null ? [] : [`case when ${isNew(own)} and not ${found} then '${own.member}' end`];
  });
  return `array_remove(array[${wrong.join(', ')}]::text[], null)`;
}

/** A reference to a record that a write locks until its end. */
export interface HeldReference {
  readonly own: BodyColumn;
  /** The common table expression of the row. */
  readonly alias: string;
  readonly table: string;
  /** The column with a copy of the row's name. */
  readonly copy: string | null;
}

/** The references of a body to records. Every reference whose name is copied must be among them. */
export function heldReferences(definition: RecordDefinition, columns: readonly BodyColumn[]): HeldReference[] {
  const copies = nameCopies(definition);
  const lacking = copies.find(({ member }) => !columns.some((own) => own.member === member));
  if (lacking) {
    throw new Error(`a body of ${definition.resource.name} needs ${lacking.member}, whose name is copied`);
  }
  return columns.flatMap((own) => {
    const { target } = own.column;
    if (!target || !isRecord(target)) {
      return [];
    }
    const copy = copies.find(({ member }) => member === own.member)?.copy ?? null;
    return [{ own, alias: `held_${own.name}`, table: target.resource.table, copy }];
  });
}

/**
 * The records that a write names, locked and read behind the tenant's lock, and `gate`: a row where all that the write
 * names are there, and none where one went meanwhile. The row lock has PostgreSQL read the newest version of a row that
 * changed since the statement's snapshot, so no copied name is stale. `for key share` would show the snapshot's version.
 * `stamped` is read with them, so no plan locks a row before the tenant's lock is held.
 */
export function gate(columns: readonly BodyColumn[], held: readonly HeldReference[], viewer: ViewerPlaces): string {
  const rows = held.map(
    ({ own, alias, table }) => `${alias} as materialized (
  select target.id, target.name, ${visibleTo(viewer, 'target')} as is_visible
  from stamped, tenant.${table} target where target.id = ${own.place}
  for share of target
),
`,
  );
  const names = held.flatMap(({ alias, copy }) => (copy === null ? [] : [`${alias}.name as ${copy}`]));
  const visible = held.map(({ own, alias }) => `coalesce(${alias}.is_visible, false) as ${seenAs(own)}`);
  const joins = held.map(({ alias }) => `left join ${alias} on true`);
  const found = [
    ...held.map(({ own, alias }) => `(${own.place} is null or ${alias}.id is not null)`),
    ...columns.flatMap(stillThere),
  ];
  return `${rows.join('')}gate as materialized (
  select ${['stamped.at', ...names, ...visible].join(', ')}
  from stamped ${joins.join(' ')}${found.length > 0 ? `\n  where ${found.join(' and ')}` : ''}
)`;
}

/**
 * What is no record is looked for by a function, which runs only for a write that names one. A common table expression
 * would have every write prepare to run it, which costs a twentieth of a write.
 */
function stillThere({ column: { target }, place }: BodyColumn): string[] {
  if (!target || isRecord(target) || target.table === null) {
    return [];
  }
  const query = literal(`select true from tenant.${target.table} where id = $1`);
  return [`(${place} is null or cell.is_there(${query}, ${place}, stamped.at))`];
}

/** The gate's column that says whether the caller may see the row that a reference names. */
export function seenAs({ name }: BodyColumn): string {
  return `sees_${name}`;
}

function existence({ member, column, place }: BodyColumn, viewer: ViewerPlaces): string | null {
  if (member === ownerMember) {
    return `exists (select from cell.member where member.tenant = :tenant and member.id = ${place} and member.is_active)`;
  }
  const { target } = column;
  if (!target) {
    return null;
  }
  if (isRecord(target)) {
    const visible = visibleTo(viewer, 'target');
    return `exists (select from tenant.${target.resource.table} target where target.id = ${place} and ${visible})`;
  }
  return target.table === null
    ? 'false'
    : `exists (select from tenant.${target.table} target where target.id = ${place})`;
}

function messageOf(target: Target): string {
  return isRecord(target)
    ? `There is no ${target.resource.table} with this id, or this client may not see it.`
    : `There is no ${target.noun} with this id.`;
}
