import { textOf, type RawRow, type Statement, type TenantSql } from '@rapport/database';
import { isUuid, type RequestContext } from '@rapport/kernel';
import { etagOf } from '../etag.ts';
import type { RecordAnswer } from '../records.ts';
import type { Resource } from '../resource.ts';
import type { RecordShape } from '../shape.ts';
import { forScopes, scopeValue, type Scope } from '../visibility.ts';
import { notFound } from '../writing/refusals.ts';
import { getByExternalIdStatement, getStatement } from './read-statements.ts';

/** Reads single records, written like the rows of a list. A record that the caller may not see counts as missing. */
export class RecordReader {
  readonly #resource: Resource;
  readonly #serialize: (row: RawRow) => string;
  readonly #externalIdAt: number;
  readonly #byId: Record<Scope, Statement>;
  readonly #byExternalId: Record<Scope, Statement>;

  constructor(resource: Resource, shape: RecordShape) {
    this.#resource = resource;
    this.#serialize = shape.serializer(0);
    this.#externalIdAt = shape.rowColumns.length;
    this.#byId = forScopes((scope) => getStatement(resource, shape, scope));
    this.#byExternalId = forScopes((scope) => getByExternalIdStatement(resource, shape, scope));
  }

  async get(context: RequestContext, sql: TenantSql, id: string): Promise<RecordAnswer> {
    const found = await this.find(context, sql, id);
    if (!found) {
      throw notFound(this.#resource);
    }
    return found;
  }

  async find(context: RequestContext, sql: TenantSql, id: string): Promise<RecordAnswer | null> {
    return isUuid(id) ? this.#read(context, sql, this.#byId, id) : null;
  }

  async getByExternalId(context: RequestContext, sql: TenantSql, externalId: string): Promise<RecordAnswer> {
    const found = await this.#read(context, sql, this.#byExternalId, externalId);
    if (!found) {
      throw notFound(this.#resource);
    }
    return found;
  }

  async #read(
    context: RequestContext,
    sql: TenantSql,
    statements: Record<Scope, Statement>,
    key: string,
  ): Promise<RecordAnswer | null> {
    const { actor, visibility } = context;
    const scope = scopeValue(visibility);
    const values = [key, actor.clientId, ...(scope === null ? [] : [scope])];
    const row = await sql.row(context, statements[visibility.scope], values);
    return row ? this.#answerOf(row) : null;
  }

  #answerOf(row: RawRow): RecordAnswer {
    const [externalId, version] = [row[this.#externalIdAt] ?? null, row[this.#externalIdAt + 1]];
    const etag = etagOf(Number(version), externalId === null ? null : textOf(externalId));
    return { body: this.#serialize(row), encoding: 'latin1', etag };
  }
}
