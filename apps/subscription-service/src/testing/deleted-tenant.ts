import { operator, type Stage } from '@rapport/container/testing';
import { composed, statement, type Sql } from '@rapport/database';
import type { TenantRef } from '@rapport/kernel';
import { CellWork } from '@rapport/sagas';
import type { Container } from 'inversify';

/** A tenant that a test deletes. Its work is due whenever the test lets it be. */
export class DeletedTenant {
  readonly ref: TenantRef;
  readonly #stage: Stage;

  constructor(stage: Stage, ref: TenantRef) {
    this.ref = ref;
    this.#stage = stage;
  }

  /** Lets the process do the steps to the next one that has to wait. */
  async work(container: Container = this.#stage.running): Promise<void> {
    await this.#stage.asOwner.control.query(operator, letWork.with(this.ref));
    await container.get(CellWork).resume(operator);
  }

  /** Lets the work go on until none is left. */
  async finish(): Promise<void> {
    while ((await this.#stage.asOwner.control.query(operator, findWork.with(this.ref))).length > 0) {
      await this.work();
    }
  }

  async state(): Promise<string | undefined> {
    const [row] = await this.#stage.asOwner.control.query<{ state: string }>(operator, findState.with(this.ref));
    return row?.state;
  }

  async rows(): Promise<object[]> {
    return this.#stage.asOwner.control.query(operator, findRows.with(this.ref));
  }

  async events(): Promise<string[]> {
    const rows = await this.#stage.asOwner.control.query<{ event: string }>(operator, findEvents.with(this.ref));
    return rows.map(({ event }) => event);
  }

  /** The tables of control and of the cell that have the text in any column. */
  async tablesWith(text: string): Promise<string[]> {
    const { control } = this.#stage.asOwner;
    const tables = await Promise.all(
      [control, this.#stage.asOwner.cell(this.ref.cell)].map((sql) => tablesIn(sql, text)),
    );
    return tables.flat().toSorted();
  }
}

async function tablesIn(sql: Sql, text: string): Promise<string[]> {
  const tables = await sql.query<{ name: string }>(operator, listTables);
  const has = tables.map(
    ({ name }) =>
      `select '${name}' as name where exists (select from ${name} t where position(:text in to_jsonb(t)::text) > 0)`,
  );
  const found = await sql.query<{ name: string }>(operator, composed('t_search', has.join(' union all '), { text }));
  return found.map(({ name }) => name);
}

const letWork = statement(
  't_let_work',
  `update control.cell_work set next_try_on = '-infinity', held_by = null where tenant_id = :id`,
);

const findWork = statement('t_work', 'select id from control.cell_work where tenant_id = :id');

const findState = statement('t_state', 'select state from control.tenant where id = :id');

const findRows = statement(
  't_rows',
  `select to_jsonb(tenant) as tenant, to_jsonb(tenant_deletion) as deletion,
  (select count(*) from control.audit where tenant_id = tenant.id) as audit, (select count(*) from control.cell_work where tenant_id = tenant.id) as work
from control.tenant join control.tenant_deletion on tenant_deletion.tenant_id = tenant.id where tenant.id = :id`,
);

const findEvents = statement('t_events', 'select event from control.audit where tenant_id = :id order by at, id');

const listTables = statement(
  't_tables',
  `select oid::regclass::text as name from pg_class where relkind in ('r', 'p') and not relispartition
  and relnamespace in (select oid from pg_namespace where nspname in ('control', 'cell'))`,
);
