import type { Database, TenantSql } from '@rapport/database';
import type { FieldErrors, RequestContext } from '@rapport/kernel';
import { noCustomFields, setOf, type CustomFieldSets } from './custom-field-sets.ts';
import {
  nameBearers,
  referrersTo,
  type Columns,
  type MembersOf,
  type RecordDefinition,
  type RecordInput,
} from './definition.ts';
import type { NameFanOut } from './naming/name-fan-out.ts';
import type { CursorCodec } from './reading/cursor.ts';
import { feedItem } from './reading/feed-item.ts';
import { feedStatements } from './reading/feed-statements.ts';
import { listStatements } from './reading/list-statements.ts';
import { headColumns } from './reading/page-head.ts';
import { PageReader, type PageRows } from './reading/page-reader.ts';
import type { PageRequest } from './reading/page-statements.ts';
import { RecordReader } from './reading/record-reader.ts';
import type { RecordAnswer } from './reading/record-answer.ts';
import type { CreateAnswer, Records } from './records.ts';
import type { Resource } from './resource.ts';
import { recordRules, type RecordRules } from './rules.ts';
import { RecordShape } from './shape.ts';
import { forScopes } from './visibility.ts';
import type { IdempotencyKey } from './writing/idempotency.ts';
import type { BatchItem } from './writing/batch/batch-item.ts';
import type { BatchMetrics } from './writing/batch/batch-metrics.ts';
import type { BatchAnswering, WrittenBatch } from './writing/batch/batch-answer.ts';
import { BatchWriter } from './writing/batch/batch-writer.ts';
import { createStatement } from './writing/create-statement.ts';
import { deleteStatement } from './writing/delete-statement.ts';
import { RecordCreator } from './writing/record-creator.ts';
import { RecordDeleter } from './writing/record-deleter.ts';
import { RecordUpdater } from './writing/record-updater.ts';
import { UpdateAnswers } from './writing/update-answers.ts';
import { updateStatement } from './writing/update-statement.ts';

/** What a surface shows of a resource's records, in the order of its answers, and what its bodies write. */
export interface Surface<C extends Columns> {
  readonly shows: readonly (keyof MembersOf<C> & string)[];
  readonly writes: readonly (keyof C & string)[];
}

/** What the stores of all resources share. */
export interface RecordParts {
  readonly database: Database;
  readonly cursors: CursorCodec;
  /** Every synchronised resource: which of them refer to which follows from it. */
  readonly all: readonly RecordDefinition[];
  /** Stamps what shows a record's former name, before the write that changed the name is answered. */
  readonly fanOut?: Pick<NameFanOut, 'run'>;
  /** Without them no record has custom fields. */
  readonly customFields?: CustomFieldSets;
  readonly batchMetrics?: BatchMetrics;
  readonly rules?: RecordRules;
}

/** Everything that a synchronised resource can do. Made once for each resource and surface. */
export class RecordStore<C extends Columns> implements Records<RecordInput<C>> {
  readonly resource: Resource;
  readonly #database: Database;
  readonly #fanOut: RecordParts['fanOut'];
  readonly #customFields: CustomFieldSets;
  readonly #creator: RecordCreator;
  readonly #updater: RecordUpdater;
  readonly #batches: BatchWriter;
  readonly #deleter: RecordDeleter;
  readonly #reader: RecordReader;
  readonly #list: PageReader;
  readonly #changes: PageReader;

  constructor(definition: RecordDefinition<C>, { shows, writes }: Surface<C>, parts: RecordParts) {
    const { resource } = definition;
    const { database, cursors, all, fanOut, batchMetrics, customFields = noCustomFields, rules = recordRules } = parts;
    const shape = new RecordShape(definition, shows);
    const surface = { body: writes, shape, bearers: nameBearers(resource, all) };
    const list = forScopes((scope) => listStatements(resource, shape, scope, rules));
    const feed = forScopes((scope) => feedStatements(resource, scope, rules));
    const create = createStatement(definition, writes, shape, rules);
    const update = updateStatement(definition, surface, rules);
    this.resource = resource;
    this.#database = database;
    this.#fanOut = fanOut;
    this.#customFields = customFields;
    this.#creator = new RecordCreator(definition, create, customFields);
    const answers = new UpdateAnswers(definition, surface);
    this.#updater = new RecordUpdater(definition, update, answers, customFields);
    this.#batches = new BatchWriter({ definition, create, update, answers }, customFields, rules, batchMetrics);
    this.#reader = new RecordReader(resource, shape, customFields);
    this.#deleter = new RecordDeleter(
      resource,
      this.#reader,
      deleteStatement(resource, referrersTo(resource, all), rules),
    );
    this.#list = new PageReader(resource.name, list, recordRows(resource, shape, customFields), cursors, rules);
    this.#changes = new PageReader(`changes/${resource.name}`, feed, feedRows(resource), cursors, rules);
  }

  list(context: RequestContext, page: PageRequest): Promise<string> {
    return this.#list.page(context, this.#sql(context), page);
  }

  changes(context: RequestContext, page: PageRequest): Promise<string> {
    return this.#changes.page(context, this.#sql(context), page);
  }

  get(context: RequestContext, id: string): Promise<RecordAnswer> {
    return this.#reader.get(context, this.#sql(context), id);
  }

  getByExternalId(context: RequestContext, externalId: string): Promise<RecordAnswer> {
    return this.#reader.getByExternalId(context, this.#sql(context), externalId);
  }

  /** What the tenant's definitions of custom fields, as they are at this moment, say against a body. */
  async customFieldProblems(
    context: RequestContext,
    body: unknown,
    act: 'create' | 'update',
  ): Promise<FieldErrors | undefined> {
    const sent = typeof body === 'object' && body !== null ? (body as { customFields?: unknown }).customFields : null;
    // No statement follows that would notice old definitions.
    const { rules } = await this.#customFields.current(context, this.#sql(context), this.resource.number);
    return rules[act](sent).errors;
  }

  async create(context: RequestContext, input: RecordInput<C>, key?: IdempotencyKey): Promise<CreateAnswer> {
    const created = await this.#creator.create(context, this.#sql(context), input, key);
    return { ...created, encoding: 'utf8' };
  }

  async update(context: RequestContext, id: string, input: RecordInput<C>, ifMatch?: string): Promise<RecordAnswer> {
    const sql = this.#sql(context);
    const updated = await this.#updater.update(context, sql, id, input, ifMatch);
    if (updated.renamed) {
      await this.#fanOut?.run(context, sql, { actorId: context.actor.userId, recordId: id });
    }
    return (updated.raced ? await this.#reader.find(context, sql, id) : null) ?? updated;
  }

  /** Creates and full updates in one transaction. An item finds its record by the caller's external id. */
  async batch(
    context: RequestContext,
    items: readonly BatchItem<RecordInput<C>>[],
    answering: BatchAnswering,
  ): Promise<WrittenBatch> {
    const sql = this.#sql(context);
    const written = await this.#batches.write(context, sql, items, answering);
    if (written.renamed) {
      await this.#fanOut?.run(context, sql, { actorId: context.actor.userId });
    }
    return written;
  }

  delete(context: RequestContext, id: string, ifMatch?: string): Promise<void> {
    return this.#deleter.delete(context, this.#sql(context), id, ifMatch);
  }

  #sql({ tenant }: RequestContext): TenantSql {
    return this.#database.tenant(tenant);
  }
}

function recordRows(resource: Resource, shape: RecordShape, sets: CustomFieldSets): PageRows {
  return {
    serialize: shape.serializer(headColumns),
    setOf: (context, sql, number) => setOf(context, sql, sets, resource.number, number),
  };
}

function feedRows(resource: Resource): PageRows {
  return { serialize: (row) => feedItem(resource, row), setOf: () => noValues };
}

/** No item of a feed shows values of custom fields. */
const noValues = { write: () => '[]' };
