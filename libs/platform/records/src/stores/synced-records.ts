import type { NamedStatement } from '@rapport/database';
import type { RequestContext } from '@rapport/kernel';
import { setOf, type CustomFieldSets } from '../defining/custom-field-sets.ts';
import type { Columns, RecordDefinition, RecordInput } from '../defining/definition.ts';
import type { Resource } from '../defining/resource.ts';
import type { Surface } from '../defining/surface.ts';
import type { CursorCodec } from '../reading/pages/cursor.ts';
import { feedItem } from '../reading/pages/feed-item.ts';
import { feedStatements } from '../reading/pages/feed-statements.ts';
import { listStatements } from '../reading/pages/list-statements.ts';
import { headColumns } from '../reading/pages/page-head.ts';
import { PageReader, type PageRows } from '../reading/pages/page-reader.ts';
import type { PageRequest } from '../reading/pages/page-statements.ts';
import { getByExternalIdStatement } from '../reading/read-statements.ts';
import type { RecordAnswer } from '../reading/record-answer.ts';
import type { RecordShape } from '../showing/shape.ts';
import { forScopes, type Scope } from '../showing/visibility.ts';
import { recordRules } from '../stamping/rules.ts';
import { RecordTransactions } from '../transacting/record-transactions.ts';
import type { BatchAnswering, WrittenBatch } from '../writing/batching/batch-answer.ts';
import type { BatchItem } from '../writing/batching/batch-item.ts';
import type { BatchMetrics } from '../writing/batching/batch-metrics.ts';
import { BatchWriter } from '../writing/batching/batch-writer.ts';
import { RecordStore, type RecordNeeds } from './record-store.ts';

export interface SyncedNeeds extends RecordNeeds {
  readonly cursors: CursorCodec;
  readonly batchMetrics?: BatchMetrics;
}

/** The records of a surface by which clients synchronise: with lists, a feed and batches, and with external ids. */
export class SyncedRecords<C extends Columns> extends RecordStore<C> {
  readonly #list: PageReader;
  readonly #feed: PageReader;
  readonly #byExternalId: Record<Scope, NamedStatement>;
  readonly #batches: BatchWriter;

  constructor(definition: RecordDefinition<C>, surface: Surface<C>, needs: SyncedNeeds) {
    super(definition, surface, needs);
    const { cursors, rules = recordRules, batchMetrics } = needs;
    const { customFields, resource, shape } = this;
    const list = forScopes((scope) => listStatements(resource, shape, scope, rules));
    const feed = forScopes((scope) => feedStatements(resource, scope, rules));
    this.#list = new PageReader(resource.name, list, recordRows(resource, shape, customFields), cursors, rules);
    this.#feed = new PageReader(`changes/${resource.name}`, feed, feedRows(resource), cursors, rules);
    this.#byExternalId = forScopes((scope) => getByExternalIdStatement(definition, shape, scope));
    this.#batches = new BatchWriter(this.writes, new RecordTransactions(needs), customFields, batchMetrics);
  }

  /**
   * A page of the list, as the JSON text of its envelope with a character for each byte. `updatedFrom` is a UTC time
   * with six digits.
   */
  list(context: RequestContext, page: PageRequest): Promise<string> {
    return this.#list.page(context, this.sql(context), page);
  }

  /** A page of the change feed, in the same form. */
  changes(context: RequestContext, page: PageRequest): Promise<string> {
    return this.#feed.page(context, this.sql(context), page);
  }

  getByExternalId(context: RequestContext, externalId: string): Promise<RecordAnswer> {
    return this.reader.getBy(context, this.sql(context), this.#byExternalId, externalId);
  }

  /** Creates and full updates in one transaction. An item finds its record by the caller's external id. */
  batch(
    context: RequestContext,
    items: readonly BatchItem<RecordInput<C>>[],
    answering: BatchAnswering,
  ): Promise<WrittenBatch> {
    return this.#batches.write(context, items, answering);
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
