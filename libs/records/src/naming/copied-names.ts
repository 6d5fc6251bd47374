import { nameCopies, type NameCopy, type RecordDefinition } from '../definition.ts';

/** The parts of a statement that stamps chosen records, and copies all their names anew. */
export interface CopiedNames {
  /** The columns with the references, for the list of columns of the chosen records. A comma goes before each. */
  readonly references: string;
  /** Common table expressions of the rows with the names. A comma goes behind each. */
  readonly sources: string;
  /** What the update of `record` sets, where it is as it was chosen. A comma goes behind each. */
  readonly sets: string;
  /** Whether `record` refers to the same records as when it was chosen, behind an `and`; nothing where it refers to none. */
  readonly stays: string;
  /** The members whose names changed, as JSON. */
  readonly changes: string;
}

/**
 * A copy is read behind the tenant's lock, from the newest version of the row that has the name: the row lock has
 * PostgreSQL read a row anew that changed since the statement's snapshot, and `stamped` is read with it, so no plan
 * locks a row before the tenant's lock is held. `for key share` would show the version of the snapshot. Each statement
 * that stamps a record copies all its names: the fan-out finds what it has not reached by the stamp alone.
 */
export function copiedNames(definition: RecordDefinition, chosen: string): CopiedNames {
  const copies = nameCopies(definition);
  const changes = copies.map(
    ({ shownAs, copy }) => `case when old.${copy} is distinct from new.${copy} then '${shownAs}' end`,
  );
  return {
    references: copies.map(({ column }) => `, ${column}`).join(''),
    sources: copies.map((copy) => source(copy, chosen)).join(''),
    sets: copies.map(nameSet).join(''),
    stays: copies.length > 0 ? staysText(copies, chosen) : '',
    changes: `to_jsonb(array_remove(array[${changes.join(', ')}]::text[], null))`,
  };
}

function source({ column, resource }: NameCopy, chosen: string): string {
  return `${aliasOf(column)} as materialized (
  select source.id, source.name from stamped, tenant.${resource.table} source
  where source.id = any (array(select ${column} from ${chosen}))
  for share of source
),
`;
}

function staysText(copies: readonly NameCopy[], chosen: string): string {
  const same = copies.map(({ column }) => ` and ${chosen}.${column} is not distinct from record.${column}`);
  return `\n    and (select true from ${chosen} where ${chosen}.id = record.id${same.join('')})`;
}

function nameSet({ column, copy }: NameCopy): string {
  const alias = aliasOf(column);
  return `${copy} = (select name from ${alias} where ${alias}.id = record.${column}), `;
}

function aliasOf(column: string): string {
  return `named_by_${column}`;
}

/** Notes that other records show what these records, which are sources of names, were before. */
export function fanOutInsert(resource: number, written: string): string {
  return `insert into cell.fan_out as open (tenant, resource, record_id, since)
  select :tenant, ${resource}, id, last_modified_on from ${written}
  on conflict (tenant, resource, record_id) do update set since = greatest(open.since, excluded.since)`;
}
