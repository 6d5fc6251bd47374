import type { TemporaryPlatform, Tenant } from '@rapport/testbed';
import type { Client } from 'pg';

/** A connection in the product's role that writes customers by hand: slowly, in long transactions, or in vain. */
export class SqlWriter {
  readonly sql: Client;
  readonly #tenant: Tenant;

  constructor(sql: Client, tenant: Tenant) {
    this.sql = sql;
    this.#tenant = tenant;
  }

  /** Makes this many records of one stamp, or of stamps one microsecond apart. */
  async create(count = 1, apartMicroseconds: 0 | 1 = 0): Promise<string> {
    const { schema, number, ownerId } = this.#tenant;
    const { rows } = await this.sql.query<{ at: string }>(
      `with stamped as materialized (select cell.stamp($1::int, '${schema}.clock', $2::int) as at),
       made as (
         insert into ${schema}.customer (id, code, name, description, owner_user_id, team_id, version, created_on,
           last_modified_on)
         select id, id::text, id::text, id::text, $5::uuid, cell.team_of($1, $5::uuid, at), 1, at, at
         from (select uuidv7() as id, stamped.at + n * $3::int * interval '1 microsecond' as at
           from stamped, generate_series(0, $4::int - 1) n)
         returning id, code, name, version, last_modified_on
       ),
       searched as (
         insert into ${schema}.search_text (resource, record_id, folded)
         select 1, made.id, cell.search_text(made.code, made.name, null, null, null) from made
       ),
       queued as (
         insert into cell.outbox (id, tenant, resource, record_id, operation, version, occurred_on, owner_after, actor)
         select uuidv7(), $1, 1, made.id, 'created', made.version, made.last_modified_on, $5, $5 from made
       )
       select cell.utc(max(made.last_modified_on)) as at from made`,
      [number, apartMicroseconds === 0 ? 1 : count, apartMicroseconds, count, ownerId],
    );
    return rows[0]?.at ?? '';
  }

  /** Gives a record its next version. */
  async update(id: string): Promise<void> {
    const { schema, number } = this.#tenant;
    await this.sql.query({
      name: `update ${schema}`,
      text: `with stamped as materialized (select cell.stamp($1::int, '${schema}.clock') as at),
       changed as (
         update ${schema}.customer set version = version + 1, last_modified_on = stamped.at from stamped where id = $2
         returning id, version, last_modified_on, owner_user_id as owner
       )
       insert into cell.outbox (id, tenant, resource, record_id, operation, version, occurred_on, owner_before,
         owner_after, actor, changes)
       select uuidv7(), $1, 1, changed.id, 'updated', changed.version, changed.last_modified_on, changed.owner, changed.owner, changed.owner, '[]'
         from changed`,
      values: [number, id],
    });
  }

  /** Takes a stamp, and with it the tenant's lock to the end of the transaction. */
  async stamp(): Promise<void> {
    await this.sql.query(`select cell.stamp($1::int, '${this.#tenant.schema}.clock')`, [this.#tenant.number]);
  }

  async begin(): Promise<void> {
    await this.sql.query('begin');
  }

  async commit(): Promise<void> {
    await this.sql.query('commit');
  }

  async rollback(): Promise<void> {
    await this.sql.query('rollback');
  }

  /** The error code of a statement; undefined where it was not refused. */
  async refusalOf(text: string): Promise<string | undefined> {
    return this.sql.query(text).then(
      () => undefined,
      (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
    );
  }
}

/** Runs the play with a writer on a connection of its own, which ends with the play. */
export async function withSqlWriter(
  platform: TemporaryPlatform,
  tenant: Tenant,
  play: (writer: SqlWriter) => Promise<void>,
): Promise<void> {
  const sql = await platform.connect('public-api');
  try {
    await play(new SqlWriter(sql, tenant));
  } finally {
    await sql.end();
  }
}
