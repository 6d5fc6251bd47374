import {
  bytesOf,
  statement,
  textOf,
  WriteDeadlineExceeded,
  type TenantSql,
  type TransactionSql,
} from '@rapport/database';
import type { RequestContext } from '@rapport/kernel';
import type { CustomFieldSet, CustomFieldSets } from '../../defining/custom-field-sets.ts';
import type { RecordRules } from '../../stamping/rules.ts';
import { findStoredAnswer, inProgress, keyHolderOf } from '../../transacting/idempotency.ts';
import { tooManyAttempts } from '../../transacting/until-done.ts';
import { codeIn, externalIdIn, isRefused, type BatchItem, type ItemResult } from './batch-item.ts';
import type { BatchMetrics } from './batch-metrics.ts';
import type { BatchAnswering, WrittenBatch } from './batch-answer.ts';
import { BatchLookups } from './batch-lookups.ts';
import { batchStatements, type BatchStatements } from './batch-statements.ts';
import { RecordBatch, type ItemStatements } from './record-batch.ts';

/** Writes many records in one transaction, which a crash leaves whole or not at all. */
export class BatchWriter {
  readonly #items: ItemStatements;
  readonly #statements: BatchStatements;
  readonly #customFields: CustomFieldSets;
  readonly #metrics: BatchMetrics | undefined;

  constructor(
    items: ItemStatements,
    customFields: CustomFieldSets,
    rules: RecordRules,
    metrics: BatchMetrics | undefined,
  ) {
    this.#items = items;
    this.#statements = batchStatements(items.definition, rules);
    this.#customFields = customFields;
    this.#metrics = metrics;
  }

  async write(
    context: RequestContext,
    sql: TenantSql,
    items: readonly BatchItem[],
    answering: BatchAnswering,
  ): Promise<WrittenBatch> {
    const { number } = this.#items.definition.resource;
    let set = this.#customFields.known(sql.tenant, number);
    for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
      const written = await sql
        .transaction(context, (within) => this.#writeIn(context, within, items, set, answering))
        .catch((error: unknown) => {
          throw answering.key && error instanceof WriteDeadlineExceeded ? inProgress(error) : error;
        });
      if (typeof written !== 'number') {
        this.#metrics?.observe(this.#items.definition.resource.name, written.results);
        return written;
      }
      set = await this.#customFields.atLeast(context, sql, number, written);
    }
    throw tooManyAttempts();
  }

  /** What was written, or the number of other definitions than the ones given; then nothing was. */
  async #writeIn(
    context: RequestContext,
    sql: TransactionSql,
    items: readonly BatchItem[],
    set: CustomFieldSet,
    { key, problemOf }: BatchAnswering,
  ): Promise<CommittedBatch | number> {
    const stamps: string[] = [];
    for (const [place, at] of await sql.rows(context, this.#statements.stamps, [items.length])) {
      stamps[Number(place)] = at ?? '';
    }
    const stored = key ? await findStoredAnswer(context, sql, key) : null;
    if (stored) {
      return { body: bytesOf(stored.body), replayed: true, renamed: false, results: [] };
    }
    const lookups = new BatchLookups(this.#statements);
    const definitions = await lookups.read(context, sql, externalIdsOf(items), this.#codesOf(items));
    if (definitions !== set.number) {
      return definitions;
    }
    await lookups.reserveCodes(context, sql, this.#withoutCode(items, lookups));
    const batch = new RecordBatch(context, sql, this.#items, lookups, set);
    const results = await batch.write(items, stamps);
    const body = composed(results, problemOf);
    if (key && results.some((result) => !('refusal' in result))) {
      await sql.rows(context, keep, [keyHolderOf(context.actor), key.key, key.fingerprint, textOf(body), stamps[0]]);
    }
    return { body, replayed: false, renamed: batch.renamed, results };
  }

  #codesOf(items: readonly BatchItem[]): string[] {
    return items.flatMap((item) => codeIn(item, this.#items.creates.codeMember) ?? []);
  }

  /** How many items may need a code that is counted up. */
  #withoutCode(items: readonly BatchItem[], lookups: BatchLookups): number {
    const created = (item: BatchItem): boolean => lookups.holderOf(externalIdIn(item)) === undefined;
    return items.filter(
      (item) => !isRefused(item) && created(item) && codeIn(item, this.#items.creates.codeMember) === null,
    ).length;
  }
}

/** A batch with what came of its items. They are counted after the commit, because a transaction may run again. */
interface CommittedBatch extends WrittenBatch {
  readonly results: readonly ItemResult[];
}

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

const attemptsMax = 5;

function externalIdsOf(items: readonly BatchItem[]): string[] {
  return [...new Set(items.flatMap((item) => externalIdIn(item) ?? []))];
}

const keep = statement(
  'batch_keep_answer',
  `insert into tenant.idempotency_key (client_id, key, fingerprint, status, body, created_on)
   values ($1, $2, $3, 200, $4, $5)`,
);
