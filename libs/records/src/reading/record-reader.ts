import type { Statement, TenantSql } from '@rapport/database';
import { isUuid, type RequestContext } from '@rapport/kernel';
import { setOf, type CustomFieldSets } from '../custom-field-sets.ts';
import type { RecordAnswer } from './record-answer.ts';
import type { Resource } from '../resource.ts';
import type { RecordShape } from '../shape.ts';
import { viewerOf } from '../visibility.ts';
import { notFound } from '../writing/refusals.ts';
import { getByExternalIdStatement, getStatement } from './read-statements.ts';
import { RowAnswers } from './row-answers.ts';

/** Reads single records, written like the rows of a list. A record that the caller may not see counts as missing. */
export class RecordReader {
  readonly #resource: Resource;
  readonly #answers: RowAnswers;
  readonly #customFields: CustomFieldSets;
  readonly #byId: Statement;
  readonly #byExternalId: Statement;

  constructor(resource: Resource, shape: RecordShape, customFields: CustomFieldSets) {
    this.#resource = resource;
    this.#answers = new RowAnswers(shape, 0);
    this.#customFields = customFields;
    this.#byId = getStatement(resource, shape);
    this.#byExternalId = getByExternalIdStatement(resource, shape);
  }

  async get(context: RequestContext, sql: TenantSql, id: string): Promise<RecordAnswer> {
    return (await this.find(context, sql, id)) ?? this.#refuse();
  }

  async find(context: RequestContext, sql: TenantSql, id: string): Promise<RecordAnswer | null> {
    return isUuid(id) ? this.#read(context, sql, this.#byId, id) : null;
  }

  async getByExternalId(context: RequestContext, sql: TenantSql, externalId: string): Promise<RecordAnswer> {
    return (await this.#read(context, sql, this.#byExternalId, externalId)) ?? this.#refuse();
  }

  async #read(
    context: RequestContext,
    sql: TenantSql,
    statement: Statement,
    key: string,
  ): Promise<RecordAnswer | null> {
    const { actor, visibility } = context;
    const values = [key, actor.clientId, visibility.scope, viewerOf(visibility)];
    const row = await sql.row(context, statement, values);
    if (!row) {
      return null;
    }
    const { number } = this.#resource;
    const set = setOf(context, sql, this.#customFields, number, this.#answers.definitionsIn(row));
    return this.#answers.of(row, set instanceof Promise ? await set : set);
  }

  #refuse(): never {
    throw notFound(this.#resource);
  }
}
