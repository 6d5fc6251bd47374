import { textOf, type NamedStatement, type Sent, type TenantSql } from '@rapport/database';
import { isUuid, type RequestContext } from '@rapport/kernel';
import { setOf, type CustomFieldSets } from '../defining/custom-field-sets.ts';
import type { RecordDefinition } from '../defining/definition.ts';
import type { RecordAnswer } from './record-answer.ts';
import type { Resource } from '../defining/resource.ts';
import type { RecordShape } from '../showing/shape.ts';
import type { WriteAnswer } from '../defining/surface.ts';
import type { RecordTransaction } from '../transacting/record-transaction.ts';
import { Redefined } from '../transacting/redefined.ts';
import { forScopes, viewerOf, type Scope } from '../showing/visibility.ts';
import { notFound } from './not-found.ts';
import { getStatement } from './read-statements.ts';
import { RowAnswers } from './row-answers.ts';

/** Whether the caller may read the records of a kind. */
export type Reads = (kind: string) => boolean;

/** Reads single records, written like the rows of a list. A record that the caller may not see counts as missing. */
export class RecordReader {
  readonly #resource: Resource;
  readonly #answers: RowAnswers;
  readonly #customFields: CustomFieldSets;
  readonly #byId: Record<Scope, NamedStatement>;

  constructor(
    definition: RecordDefinition,
    shape: RecordShape,
    customFields: CustomFieldSets,
    answers: WriteAnswer = 'record',
  ) {
    this.#resource = definition.resource;
    this.#answers = new RowAnswers(shape, 0, answers);
    this.#customFields = customFields;
    this.#byId = forScopes((scope) => getStatement(definition, shape, scope));
  }

  /** `reads` says of which kinds of records the caller may be shown computed members. */
  async get(context: RequestContext, sql: TenantSql, id: string, reads?: Reads): Promise<RecordAnswer> {
    return (await this.find(context, sql, id, reads)) ?? this.#refuse(context);
  }

  async find(context: RequestContext, sql: TenantSql, id: string, reads?: Reads): Promise<RecordAnswer | null> {
    return isUuid(id) ? this.#read(context, sql, this.#byId, id, reads) : null;
  }

  /** The record that other statements find, in the form of those that find it by its id. */
  async getBy(
    context: RequestContext,
    sql: TenantSql,
    statements: Record<Scope, NamedStatement>,
    key: string,
  ): Promise<RecordAnswer> {
    return (await this.#read(context, sql, statements, key)) ?? this.#refuse(context);
  }

  /** The record within a transaction, as text with its own characters. */
  async findIn(transaction: RecordTransaction, id: string): Promise<{ text: string; etag: string } | null> {
    const { context } = transaction;
    const [row] = await transaction.rows(sentFor(context, this.#byId, id));
    if (!row) {
      return null;
    }
    const { number } = this.#resource;
    const definitions = this.#answers.definitionsIn(row);
    const set = this.#customFields.known(context.tenant, number);
    if (set.number !== definitions) {
      throw new Redefined(number, definitions);
    }
    const { body, etag } = this.#answers.of(row, set);
    return { text: textOf(body), etag };
  }

  async #read(
    context: RequestContext,
    sql: TenantSql,
    statements: Record<Scope, NamedStatement>,
    key: string,
    reads?: Reads,
  ): Promise<RecordAnswer | null> {
    const found = await sql.row(context, sentFor(context, statements, key));
    if (!found) {
      return null;
    }
    const row = reads ? this.#answers.shownTo(reads, found) : found;
    const { number } = this.#resource;
    const set = setOf(context, sql, this.#customFields, number, this.#answers.definitionsIn(row));
    return this.#answers.of(row, set instanceof Promise ? await set : set);
  }

  #refuse(context: RequestContext): never {
    throw notFound(context, this.#resource);
  }
}

/** The statement of the caller's scope. */
function sentFor({ actor, visibility }: RequestContext, statements: Record<Scope, NamedStatement>, key: string): Sent {
  return statements[visibility.scope].with({ key, client: actor.clientId, viewer: viewerOf(visibility) });
}
