import { nameCopies, type NameCopy, type RecordDefinition } from '../defining/definition.ts';

/** The clauses of a statement that stamps chosen records, and copies all their names anew. */
export interface CopiedNames {
  /** The columns with the references, for the list of columns of the chosen records. A comma goes before each. */
  readonly references: string;
  /** Common table expressions of the rows with the names. */
  readonly sources: readonly string[];
  /** The name of the record that `record` refers to, where it does so as when it was chosen. */
  readonly nameFor: (copy: NameCopy) => string;
  /** Whether `record` refers to the same records as when it was chosen, behind an `and`; nothing where it refers to none. */
  readonly stays: string;
}

/**
 * A copy is read behind the tenant's lock, from the newest version of the row that has the name: the row lock has
 * PostgreSQL read a row anew that changed since the statement's snapshot, and `stamped` is read with it, so no plan
 * locks a row before the tenant's lock is held. `for key share` would show the version of the snapshot.
 */
export function copiedNames(definition: RecordDefinition, chosen: string): CopiedNames {
  const copies = nameCopies(definition);
  return {
    references: copies.map(({ column }) => `, ${column}`).join(''),
    sources: copies.map((copy) => source(copy, chosen)),
    nameFor,
    stays: copies.length > 0 ? staysText(copies, chosen) : '',
  };
}

/**
 * The name for an update of one record, in the version of the statement's snapshot: a subquery reads the name of what
 * `record` refers to, as it is behind the lock. A step pays 7 percent for it, and 29 for the expressions above. Of many
 * records it would read one name many times.
 */
export function nameBehind(at: string): (copy: NameCopy) => string {
  return ({ column, resource }) =>
    `(select source.name from tenant.${resource.table} source
    where source.id = record.${column} and ${at} is not null
    for share of source)`;
}

function source({ column, resource }: NameCopy, chosen: string): string {
  return `${aliasOf(column)} as materialized (
  select source.id, source.name from stamped, tenant.${resource.table} source
  where source.id = any (array(select ${column} from ${chosen}))
  for share of source
)`;
}

function staysText(copies: readonly NameCopy[], chosen: string): string {
  const same = copies.map(({ column }) => ` and ${chosen}.${column} is not distinct from record.${column}`);
  return `\n    and (select true from ${chosen} where ${chosen}.id = record.id${same.join('')})`;
}

function nameFor({ column }: NameCopy): string {
  const alias = aliasOf(column);
  return `(select name from ${alias} where ${alias}.id = record.${column})`;
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
