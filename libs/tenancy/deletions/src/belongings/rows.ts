import { statement, type Database, type NamedStatement, type Sql, type TenantTable } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import type { Counts, GoingTenant, Belongings } from './belongings.ts';

/** The tenant's rows in control. What refers to others stands before them. */
export function controlRowsOf({ control }: Database, tables: readonly TenantTable[]): Belongings {
  return rowsOf('control', tables, (_context, _tenant, work) => work(control));
}

/** The tenant's rows in the tables of its cell, which belong to the owner: the service owns nothing. */
export function cellRowsOf(database: Database, tables: readonly TenantTable[]): Belongings {
  return rowsOf('cell', tables, (context, { cell }, work) =>
    database.cell(cell).transaction(context, async (sql) => {
      await sql.query(context, takeOwnersRole);
      return work(sql);
    }),
  );
}

type TransactFor = <T>(context: CallContext, tenant: GoingTenant, work: (sql: Sql) => Promise<T>) => Promise<T>;

function rowsOf(where: 'control' | 'cell', tables: readonly TenantTable[], transact: TransactFor): Belongings {
  const rows = new TenantRows(where, tables);
  return {
    count: (context, tenant) => transact(context, tenant, (sql) => rows.count(context, sql, tenant)),
    erase: (context, tenant) => rows.erase(context, (work) => transact(context, tenant, work), tenant),
  };
}

/** Counts and erases rows of a tenant by the values of the libs. */
class TenantRows {
  readonly #count: NamedStatement;
  readonly #erasures: readonly { readonly name: string; readonly statement: NamedStatement }[];

  constructor(where: 'control' | 'cell', tables: readonly TenantTable[]) {
    const ours = tables.flatMap(({ table, where: found, emptied }) => {
      const [schema, name = ''] = table.split('.');
      return found === null || schema !== where ? [] : [{ table, name, found, emptied }];
    });
    const counts = ours.map(({ table, name, found }) => `('${name}', (select count(*) from ${table} where ${found}))`);
    const countAll: string = `select name, sum(counted)::int as counted
from (values ${counts.join(',\n  ')}) of_table(name, counted) group by name`;
    this.#count = statement(`deletion_count_${where}`, countAll);
    this.#erasures = ours.map(({ table, name, found, emptied }, index) => ({
      name,
      statement: erasureOf(`deletion_${where}_${index}`, table, found, emptied),
    }));
  }

  async count(context: CallContext, sql: Sql, tenant: GoingTenant): Promise<Counts> {
    const rows = await sql.query<{ name: string; counted: number }>(context, this.#count.with(valuesOf(tenant)));
    return Object.fromEntries(rows.map(({ name, counted }) => [name, counted]));
  }

  /** In pieces, each its own transaction, so that no lock is held for long. */
  async erase(context: CallContext, transact: Transact, tenant: GoingTenant): Promise<void> {
    const counts = await transact((sql) => this.count(context, sql, tenant));
    for (const erasure of this.#erasures) {
      const sent = erasure.statement.with(valuesOf(tenant));
      for (let hasMore = counts[erasure.name] !== 0; hasMore;) {
        hasMore = (await transact((sql) => sql.query(context, sent))).length > 0;
      }
    }
  }
}

type Transact = <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;

// The condition stands there twice, because rows of two partitions may have one ctid.
function erasureOf(name: string, table: string, found: string, emptied: string | undefined): NamedStatement {
  const change = emptied === undefined ? `delete from ${table}` : `update ${table} set ${emptied}`;
  const some = `ctid = any(array(select ctid from ${table} where ${found} limit ${pieceMax})) and (${found})`;
  const text: string = `with gone as (${change} where ${some} returning 1) select 1 as gone from gone limit 1`;
  return statement(name, text);
}

function valuesOf({ id, number, userIds, identityIds }: GoingTenant) {
  return { tenantId: id, tenantNumber: number, userIds, identityIds };
}

const pieceMax = 2_000;

const takeOwnersRole = statement('deletion_take_owners_role', 'set local role rapport_owner');
