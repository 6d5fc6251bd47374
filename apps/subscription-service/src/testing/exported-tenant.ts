import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { operator, type Stage } from '@rapport/container/testing';
import { customers } from '@rapport/crm-records';
import { statement } from '@rapport/database';
import { ExportQueue, Exports } from '@rapport/exports';
import { callerOf } from '@rapport/kernel/testing';
import type { TenantExport } from '@rapport/kinds';
import { RecordStore } from '@rapport/records';
import { CellWork } from '@rapport/sagas';
import type { Container } from 'inversify';
import { StaffedTenant } from './staffed-tenant.ts';

/** A tenant with customers, of which exports are made. */
export class ExportedTenant {
  readonly staff: StaffedTenant;
  readonly #stage: Stage;
  readonly #customers: Pick<RecordStore<typeof customers.columns>, 'create'>;

  private constructor(stage: Stage, staff: StaffedTenant) {
    this.#stage = stage;
    this.staff = staff;
    const database = stage.databases.connect('rapport_application_api');
    const surface = { shows: ['id'], writes: ['code', 'name'], answers: 'id' } as const;
    this.#customers = new RecordStore(customers, surface, { database, all: [customers] });
  }

  static async create(stage: Stage): Promise<ExportedTenant> {
    return new ExportedTenant(stage, await StaffedTenant.create(stage.running));
  }

  get id(): string {
    return this.staff.ref.id;
  }

  async addCustomer(name: string): Promise<void> {
    const caller = callerOf(this.staff.ref, { scope: 'all' }, { userId: this.staff.ownerId });
    await this.#customers.create(caller, { name });
  }

  order(container: Container = this.#stage.running): Promise<TenantExport> {
    return container.get(Exports).order(this.staff.owner, this.id);
  }

  find({ exportId }: Pick<TenantExport, 'exportId'>): Promise<TenantExport> {
    return this.#stage.running.get(Exports).find(operator, this.id, exportId);
  }

  list(): Promise<TenantExport[]> {
    return this.#stage.running.get(Exports).list(operator, this.id);
  }

  /** Lets exports begin, and does their work, as a process does by itself. */
  async work(container: Container = this.#stage.running): Promise<void> {
    await container.get(ExportQueue).startNext(operator);
    await container.get(CellWork).resume(operator);
  }

  /** An export that is ready. */
  async exported(): Promise<TenantExport> {
    const ordered = await this.order();
    await this.work();
    return this.find(ordered);
  }

  async read({ exportId }: Pick<TenantExport, 'exportId'>, name: string): Promise<Buffer> {
    const bytes = await this.#stage.running.get(Exports).file(operator, this.id, exportId, name);
    return buffer(bytes.from(0));
  }

  async lines(made: Pick<TenantExport, 'exportId'>, name: string): Promise<Record<string, unknown>[]> {
    const text = gunzipSync(await this.read(made, `${name}.ndjson.gz`)).toString();
    return text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  /** The tables of exports that the cell has. */
  async tables(): Promise<string[]> {
    const rows = await this.#stage.asOwner.cell('cell').query<{ name: string }>(operator, findTables);
    return rows.map(({ name }) => name);
  }
}

const findTables = statement(
  't_export_tables',
  `select relname::text as name from pg_class where relnamespace = 'cell'::regnamespace and relname like 'export%' and relkind = 'r' order by 1`,
);
