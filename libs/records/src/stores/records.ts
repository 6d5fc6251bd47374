import type { FieldErrors, RequestContext } from '@rapport/kernel';
import type { RecordInput } from '../defining/definition.ts';
import type { RecordAnswer } from '../reading/record-answer.ts';
import type { PageRequest } from '../reading/pages/page-statements.ts';
import type { BatchItem } from '../writing/batching/batch-item.ts';
import type { BatchAnswering, WrittenBatch } from '../writing/batching/batch-answer.ts';
import type { IdempotencyKey } from '../transacting/idempotency.ts';

/** The operations of a synchronised resource. `Input` is what a body says. */
export interface Records<Input extends RecordInput> {
  /**
   * A page of the list, as the JSON text of its envelope with a character for each byte. `updatedFrom` is a UTC time
   * with six digits.
   */
  list(context: RequestContext, page: PageRequest): Promise<string>;
  /** A page of the change feed, in the same form. */
  changes(context: RequestContext, page: PageRequest): Promise<string>;
  get(context: RequestContext, id: string): Promise<RecordAnswer>;
  getByExternalId(context: RequestContext, externalId: string): Promise<RecordAnswer>;
  create(context: RequestContext, input: Input, key?: IdempotencyKey): Promise<CreateAnswer>;
  update(context: RequestContext, id: string, input: Input, ifMatch?: string): Promise<RecordAnswer>;
  /** Creates and full updates in one transaction. An item finds its record by the caller's external id. */
  batch(context: RequestContext, items: readonly BatchItem<Input>[], answering: BatchAnswering): Promise<WrittenBatch>;
  /** What the tenant's definitions of custom fields say against a body. */
  customFieldProblems(
    context: RequestContext,
    body: unknown,
    act: 'create' | 'update',
  ): Promise<FieldErrors | undefined>;
  delete(context: RequestContext, id: string, ifMatch?: string): Promise<void>;
}

export interface CreateAnswer extends RecordAnswer {
  readonly status: number;
  readonly location: string;
  /** Whether an earlier request with the same key made the record and stored this answer. */
  readonly replayed: boolean;
}
