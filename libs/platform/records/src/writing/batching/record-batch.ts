import { bytesOf, togetherMax, type RawRow, type Sent } from '@rapport/database';
import { validationFailed, type AppError, type FieldErrors } from '@rapport/kernel';
import { noChange, type CustomFieldSet } from '../../defining/custom-field-sets.ts';
import { making, type MakingOptions } from '../making.ts';
import { tooManyAttempts } from '../../transacting/attempts.ts';
import type { RecordTransaction } from '../../transacting/record-transaction.ts';
import { sentWith } from '../body/body-columns.ts';
import { heldExternalId, isFull } from '../body/refusals.ts';
import { codeTaken } from '../body/taken-code.ts';
import { updateValues } from '../updating/update-values.ts';
import {
  codeIn,
  customFieldsOf,
  externalIdIn,
  isRefused,
  type BatchItem,
  type ItemResult,
  type ReadableItem,
} from './batch-item.ts';
import type { WriteStatements } from '../write-statements.ts';
import type { BatchLookups } from './batch-lookups.ts';

/** An item whose statement is about to be sent with others. */
interface Pending {
  readonly index: number;
  readonly id: string;
  readonly isCreate: boolean;
  readonly externalId: string | null;
  readonly code: string | null;
  readonly sent: Sent;
  readonly resultOf: (row: RawRow | undefined) => ItemResult;
}

type ItemOptions = Pick<MakingOptions, 'set' | 'change' | 'errors'> & { readonly at: string };

/**
 * The items of one batch, written in one transaction in their order. What an item would be refused for is known before
 * it is sent, or is told by its statement's row: no statement fails, so no savepoint is needed. Items are sent together
 * up to one that depends on another, by its external id or its code.
 */
export class RecordBatch {
  readonly #transaction: RecordTransaction;
  readonly #writes: WriteStatements;
  readonly #lookups: BatchLookups;
  readonly #set: CustomFieldSet;
  readonly #results: ItemResult[] = [];
  #pending: Pending[] = [];

  constructor(transaction: RecordTransaction, writes: WriteStatements, lookups: BatchLookups, set: CustomFieldSet) {
    this.#transaction = transaction;
    this.#writes = writes;
    this.#lookups = lookups;
    this.#set = set;
  }

  /** The transaction has a time for each item. */
  async write(items: readonly BatchItem[]): Promise<readonly ItemResult[]> {
    for (const [index, item] of items.entries()) {
      await this.#flushBefore(item);
      await this.#take(index, item, this.#transaction.nextStamp());
      if (this.#pending.length === togetherMax) {
        await this.#flush();
      }
    }
    await this.#flush();
    return this.#results;
  }

  async #take(index: number, item: BatchItem, at: string): Promise<void> {
    const externalId = externalIdIn(item);
    const holder = this.#lookups.holderOf(externalId);
    const { rules } = this.#set;
    const outcome = holder ? rules.update(customFieldsOf(item)) : rules.create(customFieldsOf(item));
    if (isRefused(item)) {
      this.#refuse(index, item.refuse(outcome.errors));
    } else if (holder?.id === null) {
      this.#refuse(index, outcome.errors ? validationFailed(outcome.errors) : heldExternalId(undefined));
    } else if (!outcome.errors && !(this.#isFull && !holder) && (await this.#isCodeTaken(item, holder?.id ?? null))) {
      const holder = await this.#lookups.shownHolderOf(this.#codeOf(item) ?? '');
      this.#refuse(index, codeTaken(this.#writes.definition, holder));
    } else {
      const options = { set: this.#set, change: outcome.change ?? noChange, errors: outcome.errors, at };
      this.#pending.push(
        holder?.id ? this.#updated(index, holder.id, item, options) : this.#created(index, item, options),
      );
    }
  }

  #created(index: number, item: ReadableItem, options: ItemOptions): Pending {
    const { input } = item;
    const { codes } = this.#writes.creates;
    const code =
      codes === null || options.errors || this.#isFull
        ? null
        : (this.#codeOf(item) ?? this.#lookups.nextCode() ?? null);
    const { id, sent, made } = making(this.#writes, this.#transaction.context, input, {
      ...options,
      ...(codes && { instead: { [codes.member]: code } }),
    });
    const resultOf = (row: RawRow | undefined): ItemResult => {
      const result = made(row);
      if ('body' in result) {
        return { status: 201, body: result.body };
      }
      return { refusal: 'refusal' in result ? result.refusal : tooManyAttempts() };
    };
    return { index, id, isCreate: true, externalId: input.externalId ?? null, code, sent, resultOf };
  }

  #updated(index: number, id: string, item: ReadableItem, options: ItemOptions): Pending {
    const sent = sentWith(
      this.#writes,
      this.#writes.update,
      updateValues(this.#transaction.context, id, item.input, options),
    );
    const resultOf = (row: RawRow | undefined): ItemResult => this.#updateResult(row, options.errors);
    return { index, id, isCreate: false, externalId: null, code: this.#codeOf(item), sent, resultOf };
  }

  /** An item that names what an item before it names waits for the end of that one. */
  async #flushBefore(item: BatchItem): Promise<void> {
    const externalId = externalIdIn(item);
    const code = this.#codeOf(item);
    const folded = code === null ? null : this.#lookups.foldedOf(code);
    const dependsOn = (pending: Pending): boolean =>
      (externalId !== null &&
        (pending.externalId === externalId || pending.id === this.#lookups.holderOf(externalId)?.id)) ||
      (folded !== null && pending.code !== null && this.#lookups.foldedOf(pending.code) === folded);
    if (this.#pending.some(dependsOn)) {
      await this.#flush();
    }
  }

  async #isCodeTaken(item: BatchItem, id: string | null): Promise<boolean> {
    const code = this.#codeOf(item);
    if (code === null || !(await this.#lookups.isTaken(code, id))) {
      return false;
    }
    // An item that waits to be sent may give the code's record another code.
    await this.#flush();
    return this.#lookups.isTaken(code, id);
  }

  async #flush(): Promise<void> {
    const pending = this.#pending;
    this.#pending = [];
    const answers = await this.#transaction.together(pending.map(({ sent }) => sent));
    for (const [at, item] of pending.entries()) {
      const [row] = answers[at] ?? [];
      const result = item.resultOf(row);
      this.#results[item.index] = result;
      if (!('refusal' in result)) {
        const { externalId, code, isCreate } = item;
        this.#lookups.note(item.id, { externalId, code, wasThere: !isCreate });
      }
    }
  }

  #updateResult(row: RawRow | undefined, errors: FieldErrors | undefined): ItemResult {
    if (row === undefined && !errors) {
      // An item before it gave the record away, out of the client's sight. Its external id is held all the same.
      return { refusal: heldExternalId(undefined) };
    }
    const result = this.#writes.updated.of(this.#transaction.context, row, { set: this.#set, errors });
    if ('updated' in result) {
      const { body, encoding, renamed } = result.updated;
      this.#transaction.opensFanOut ||= renamed;
      return { status: 200, body: encoding === 'latin1' ? body : bytesOf(body) };
    }
    return { refusal: 'refusal' in result ? result.refusal : tooManyAttempts() };
  }

  get #isFull(): boolean {
    return isFull(this.#transaction.context, this.#writes.definition.resource);
  }

  #refuse(index: number, refusal: AppError): void {
    this.#results[index] = { refusal };
  }

  #codeOf(item: BatchItem): string | null {
    return codeIn(item, this.#writes.creates.codes);
  }
}
