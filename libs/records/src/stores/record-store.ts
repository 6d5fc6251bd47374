import type { Database, TenantSql } from '@rapport/database';
import type { FieldErrors, RequestContext, Search, SearchPage } from '@rapport/kernel';
import { noCustomFields, setOf, type CustomFieldSets } from '../defining/custom-field-sets.ts';
import {
  nameBearers,
  type Columns,
  type RecordDefinition,
  type RecordInput,
} from '../defining/definition.ts';
import type { NameFanOut } from '../naming/name-fan-out.ts';
import type { CursorCodec } from '../reading/pages/cursor.ts';
import { feedItem } from '../reading/pages/feed-item.ts';
import { feedStatements } from '../reading/pages/feed-statements.ts';
import { listStatements } from '../reading/pages/list-statements.ts';
import { headColumns } from '../reading/pages/page-head.ts';
import { PageReader, type PageRows } from '../reading/pages/page-reader.ts';
import type { PageRequest } from '../reading/pages/page-statements.ts';
import { RecordReader, type Reads } from '../reading/record-reader.ts';
import type { RecordAnswer } from '../reading/record-answer.ts';
import type { CreateAnswer, Records } from './records.ts';
import type { Resource } from '../defining/resource.ts';
import { recordRules, type RecordRules } from '../stamping/rules.ts';
import { RecordShape } from '../showing/shape.ts';
import type { Surface } from '../defining/surface.ts';
import { RecordSearcher } from '../searching/record-searcher.ts';
import { TransactedRecords } from '../writing/transacted-records.ts';
import { forScopes } from '../showing/visibility.ts';
import type { IdempotencyKey } from '../transacting/idempotency.ts';
import type { BatchItem } from '../writing/batching/batch-item.ts';
import type { BatchMetrics } from '../writing/batching/batch-metrics.ts';
import type { BatchAnswering, WrittenBatch } from '../writing/batching/batch-answer.ts';
import { BatchWriter } from '../writing/batching/batch-writer.ts';
import { CreateAnswers } from '../writing/creating/create-answers.ts';
import { createStatements } from '../writing/creating/create-statement.ts';
import { deleteStatement, dependantsOf } from '../writing/deleting/delete-statement.ts';
import { RecordCreator } from '../writing/creating/record-creator.ts';
import { RecordDeleter } from '../writing/deleting/record-deleter.ts';
import { RecordStepper, type StepOptions } from '../writing/stepping/record-stepper.ts';
import { RecordUpdater } from '../writing/updating/record-updater.ts';
import { UpdateAnswers } from '../writing/updating/update-answers.ts';
import { updateStatement } from '../writing/updating/update-statement.ts';
import { writtenSurface } from '../writing/body/written-surface.ts';

export type { Surface } from '../defining/surface.ts';

/** What the stores of all resources share. */
export interface RecordParts {
  readonly database: Database;
  /** Without them a surface has no lists, feeds and batches. */
  readonly cursors?: CursorCodec;
  /** Every kind of record: which of them refer to which follows from it. */
  readonly all: readonly RecordDefinition[];
  /** Stamps what shows a record's former name, before the write that changed the name is answered. */
  readonly fanOut?: Pick<NameFanOut, 'run'>;
  /** Without them no record has custom fields. */
  readonly customFields?: CustomFieldSets;
  readonly batchMetrics?: BatchMetrics;
  readonly rules?: RecordRules;
}

/** Everything that the records of a kind can do. Made once for each kind and surface. */
export class RecordStore<C extends Columns> implements Records<RecordInput<C>> {
  readonly resource: Resource;
  /** The same records within a transaction of several changes. */
  readonly transacted: TransactedRecords<C>;
  readonly #database: Database;
  readonly #fanOut: RecordParts['fanOut'];
  readonly #customFields: CustomFieldSets;
  readonly #creator: RecordCreator;
  readonly #updater: RecordUpdater;
  readonly #batches: BatchWriter | null;
  readonly #deleter: RecordDeleter;
  readonly #reader: RecordReader;
  readonly #pages: Pages | null;
  readonly #searcher: RecordSearcher | null;
  readonly #stepper: RecordStepper | null;

  constructor(definition: RecordDefinition<C>, surface: Surface<C>, parts: RecordParts) {
    const { resource } = definition;
    const { database, cursors, all, fanOut, batchMetrics, customFields = noCustomFields, rules = recordRules } = parts;
    const shape = new RecordShape(definition, surface.shows);
    const written = writtenSurface(definition, surface);
    const bearers = nameBearers(resource, all);
    const creates = createStatements(definition, written, rules);
    const made = new CreateAnswers(written);
    const update = updateStatement(definition, { ...written, bearers }, rules);
    this.resource = resource;
    this.#stepper = definition.states ? new RecordStepper(definition, definition.states, rules) : null;
    this.#database = database;
    this.#fanOut = fanOut;
    this.#customFields = customFields;
    this.#creator = new RecordCreator(definition, { creates, made }, written.answers, customFields);
    const answers = new UpdateAnswers(definition, written);
    this.#updater = new RecordUpdater(definition, update, answers, customFields);
    this.#batches = cursors
      ? new BatchWriter({ definition, creates, made, update, answers }, customFields, rules, batchMetrics)
      : null;
    this.#pages = cursors ? pagesOf(resource, shape, { cursors, customFields, rules }) : null;
    this.#searcher = surface.items ? new RecordSearcher(definition, new RecordShape(definition, surface.items)) : null;
    this.#reader = new RecordReader(definition, shape, customFields, written.answers);
    const remove = deleteStatement(definition, dependantsOf(resource, all), rules);
    this.#deleter = new RecordDeleter(resource, this.#reader, remove);
    this.transacted = new TransactedRecords(
      { definition, creates, made, update, answers, remove, stepper: this.#stepper },
      this.#reader,
      customFields,
    );
  }

  list(context: RequestContext, page: PageRequest): Promise<string> {
    return this.#paged().list.page(context, this.#sql(context), page);
  }

  changes(context: RequestContext, page: PageRequest): Promise<string> {
    return this.#paged().changes.page(context, this.#sql(context), page);
  }

  /** `reads` says of which kinds of records the caller may be shown figures: of all, unless it is given. */
  get(context: RequestContext, id: string, reads?: Reads): Promise<RecordAnswer> {
    return this.#reader.get(context, this.#sql(context), id, reads);
  }

  /** The items are JSON texts with a character for each byte. */
  search(context: RequestContext, search: Search): Promise<SearchPage<string>> {
    if (this.#searcher === null) {
      throw new Error(`this surface has no search of ${this.resource.name}`);
    }
    return this.#searcher.search(context, this.#sql(context), search);
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

  create(context: RequestContext, input: RecordInput<C>, key?: IdempotencyKey): Promise<CreateAnswer> {
    return this.#creator.create(context, this.#sql(context), input, key);
  }

  async update(context: RequestContext, id: string, input: RecordInput<C>, ifMatch?: string): Promise<RecordAnswer> {
    const sql = this.#sql(context);
    const updated = await this.#updater.update(context, sql, id, input, ifMatch);
    if (updated.renamed) {
      await this.#fanOut?.run(context, sql, { actorId: context.actor.userId, recordId: id });
    }
    return (updated.raced && this.#pages ? await this.#reader.find(context, sql, id) : null) ?? updated;
  }

  /** Creates and full updates in one transaction. An item finds its record by the caller's external id. */
  async batch(
    context: RequestContext,
    items: readonly BatchItem<RecordInput<C>>[],
    answering: BatchAnswering,
  ): Promise<WrittenBatch> {
    const sql = this.#sql(context);
    if (this.#batches === null) {
      throw new Error(`this surface has no batches of ${this.resource.name}`);
    }
    const written = await this.#batches.write(context, sql, items, answering);
    if (written.renamed) {
      await this.#fanOut?.run(context, sql, { actorId: context.actor.userId });
    }
    return written;
  }

  /** Brings a record into a state. It gives the permission that the caller lacks, or null where it is done. */
  async step(context: RequestContext, id: string, state: string, options: StepOptions): Promise<string | null> {
    if (this.#stepper === null) {
      throw new Error(`there are no states of ${this.resource.name}`);
    }
    return this.#stepper.step(context, this.#sql(context), id, state, options);
  }

  async delete(context: RequestContext, id: string, ifMatch?: string): Promise<void> {
    const sql = this.#sql(context);
    const { leaves } = await this.#deleter.delete(context, sql, id, ifMatch);
    if (leaves) {
      await this.#fanOut?.run(context, sql, { actorId: context.actor.userId, recordId: id });
    }
  }

  #paged(): Pages {
    if (this.#pages === null) {
      throw new Error(`this surface has no lists of ${this.resource.name}`);
    }
    return this.#pages;
  }

  #sql({ tenant }: RequestContext): TenantSql {
    return this.#database.tenant(tenant);
  }
}

interface Pages {
  readonly list: PageReader;
  readonly changes: PageReader;
}

function pagesOf(
  resource: Resource,
  shape: RecordShape,
  { cursors, customFields, rules }: Required<Pick<RecordParts, 'cursors' | 'customFields' | 'rules'>>,
): Pages {
  const list = forScopes((scope) => listStatements(resource, shape, scope, rules));
  const feed = forScopes((scope) => feedStatements(resource, scope, rules));
  return {
    list: new PageReader(resource.name, list, recordRows(resource, shape, customFields), cursors, rules),
    changes: new PageReader(`changes/${resource.name}`, feed, feedRows(resource), cursors, rules),
  };
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
