import { bytesOf, textOf } from '@rapport/database';
import type { RequestContext } from '@rapport/kernel';
import type { CustomFieldSets } from '../../defining/custom-field-sets.ts';
import type { KeptAs, RecordTransactions } from '../../transacting/record-transactions.ts';
import type { RecordTransaction } from '../../transacting/record-transaction.ts';
import { Redefined } from '../../transacting/redefined.ts';
import type { WriteStatements } from '../write-statements.ts';
import type { BatchAnswering, WrittenBatch } from './batch-answer.ts';
import { codeIn, externalIdIn, isRefused, type BatchItem, type ItemResult } from './batch-item.ts';
import { BatchLookups } from './batch-lookups.ts';
import type { BatchMetrics } from './batch-metrics.ts';
import { batchStatements, type BatchStatements } from './batch-statements.ts';
import { RecordBatch } from './record-batch.ts';

/** Writes many records in one transaction, which a crash leaves whole or not at all. */
export class BatchWriter {
  readonly #writes: WriteStatements;
  readonly #statements: BatchStatements;
  readonly #transactions: RecordTransactions;
  readonly #customFields: CustomFieldSets;
  readonly #metrics: BatchMetrics | undefined;

  constructor(
    writes: WriteStatements,
    transactions: RecordTransactions,
    customFields: CustomFieldSets,
    metrics: BatchMetrics | undefined,
  ) {
    this.#writes = writes;
    this.#statements = batchStatements(writes.definition);
    this.#transactions = transactions;
    this.#customFields = customFields;
    this.#metrics = metrics;
  }

  async write(
    context: RequestContext,
    items: readonly BatchItem[],
    { key, problemOf }: BatchAnswering,
  ): Promise<WrittenBatch> {
    const { result, isReplayed } = await this.#transactions.runKept(
      context,
      { width: items.length, key },
      keptWithDoneItems,
      (transaction) => this.#writeIn(transaction, items, problemOf),
    );
    this.#metrics?.observe(this.#writes.definition.resource.name, result.results);
    return { body: result.body, replayed: isReplayed };
  }

  async #writeIn(
    transaction: RecordTransaction,
    items: readonly BatchItem[],
    problemOf: BatchAnswering['problemOf'],
  ): Promise<CommittedBatch> {
    const { definition, creates } = this.#writes;
    const { number } = definition.resource;
    const set = this.#customFields.known(transaction.context.tenant, number);
    const lookups = new BatchLookups(transaction, this.#statements, creates.codes);
    const definitions = await lookups.read(externalIdsOf(items), this.#codesOf(items));
    if (definitions !== set.number) {
      throw new Redefined(number, definitions);
    }
    await lookups.reserveCodes(this.#withoutCode(items, lookups));
    const results = await new RecordBatch(transaction, this.#writes, lookups, set).write(items);
    return { body: composed(results, problemOf), results };
  }

  #codesOf(items: readonly BatchItem[]): string[] {
    return items.flatMap((item) => codeIn(item, this.#writes.creates.codes) ?? []);
  }

  /** The items that may need a code that is counted up. */
  #withoutCode(items: readonly BatchItem[], lookups: BatchLookups): number {
    const created = (item: BatchItem): boolean => lookups.holderOf(externalIdIn(item)) === undefined;
    return items.filter(
      (item) => !isRefused(item) && created(item) && codeIn(item, this.#writes.creates.codes) === null,
    ).length;
  }
}

/** A batch with what came of its items. They are counted after the commit, because a transaction may run again. */
interface CommittedBatch {
  readonly body: string;
  readonly results: readonly ItemResult[];
}

/** A batch of which nothing was done is done anew when it comes again. */
const keptWithDoneItems: KeptAs<CommittedBatch> = {
  textOf: ({ body, results }) => (results.some((result) => !('refusal' in result)) ? textOf(body) : null),
  resultOf: (text) => ({ body: bytesOf(text), results: [] }),
};

/** The whole answer, with a character for each byte. */
function composed(results: readonly ItemResult[], problemOf: BatchAnswering['problemOf']): string {
  const items = results.map((result, index) => {
    if ('refusal' in result) {
      const { refusal } = result;
      return `{"index":${index},"status":${refusal.status},"error":${bytesOf(JSON.stringify(problemOf(refusal)))}}`;
    }
    return `{"index":${index},"status":${result.status},"data":${result.body}}`;
  });
  return `{"results":[${items.join(',')}]}`;
}

function externalIdsOf(items: readonly BatchItem[]): string[] {
  return [...new Set(items.flatMap((item) => externalIdIn(item) ?? []))];
}
