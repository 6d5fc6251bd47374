import { constraintOf, isUniqueViolation, type RawRow } from '@rapport/database';
import { isUuid, newId, type RequestContext } from '@rapport/kernel';
import { noChange, type CustomFieldSet, type CustomFieldSets } from '../defining/custom-field-sets.ts';
import type { Columns, MembersOf, RecordInput } from '../defining/definition.ts';
import type { WriteStatement } from '../stamping/parameters.ts';
import type { RecordReader } from '../reading/record-reader.ts';
import { nextCode } from './body/codes.ts';
import { createValues } from './creating/create-values.ts';
import type { RecordDeleter } from './record-deleter.ts';
import { notFound } from '../reading/not-found.ts';
import { tooManyAttempts } from '../transacting/attempts.ts';
import { isFull, notMade, valueTaken } from './body/refusals.ts';
import type { Updated } from './updating/update-answers.ts';
import type { WriteStatements } from './write-statements.ts';
import { updateValues } from './updating/update-values.ts';
import type { RecordTransaction } from '../transacting/record-transaction.ts';
import { Redefined } from '../transacting/redefined.ts';

export interface WriteOptions {
  /** The members are copied from another record: whether the caller may name what they name is not asked again. */
  readonly isCopied?: boolean;
  readonly ifMatch?: string | undefined;
}

/**
 * The records of one store, changed within a transaction. A refusal is an error, with which the transaction ends. Behind
 * the tenant's lock nothing has to run again.
 */
export class TransactedRecords<C extends Columns> {
  readonly #writes: WriteStatements;
  readonly #reader: RecordReader;
  readonly #deleter: RecordDeleter;
  readonly #customFields: CustomFieldSets;

  constructor(writes: WriteStatements, reader: RecordReader, deleter: RecordDeleter, customFields: CustomFieldSets) {
    this.#writes = writes;
    this.#reader = reader;
    this.#deleter = deleter;
    this.#customFields = customFields;
  }

  /** The record as the store's surface shows it, or null where the caller sees none. */
  async find(transaction: RecordTransaction, id: string): Promise<(MembersOf<C> & { readonly etag: string }) | null> {
    const found = isUuid(id) ? await this.#reader.findIn(transaction, id) : null;
    // The text is the record that the shape wrote, of these members.
    return found && { ...(JSON.parse(found.text) as MembersOf<C>), etag: found.etag };
  }

  /** Gives the id of the new record. */
  async create(
    transaction: RecordTransaction,
    input: RecordInput<C>,
    { isCopied = false }: WriteOptions = {},
  ): Promise<string> {
    const { definition, creates, made } = this.#writes;
    const set = this.#set(transaction);
    const { change = noChange, errors } = set.rules.create(input.customFields);
    const id = newId();
    const isRefused = isFull(transaction.context, definition.resource);
    const values = createValues(writingContext(transaction, isCopied), id, input, {
      set,
      change,
      errors,
      isRefused,
      at: transaction.nextStamp(),
    });
    const code = errors || isRefused ? {} : await this.#freeCode(transaction, input);
    const row = await this.#send(transaction, creates.unkept, {
      ...values,
      ...(isCopied && { ownerGiven: false }),
      ...code,
    });
    const { body, wrong, redefined } = made.of(row, set, { isKept: false });
    if (redefined !== null) {
      throw new Redefined(definition.resource.number, redefined);
    }
    if (body === null) {
      throw notMade(transaction.context, creates.references, { wrong, errors, isRefused });
    }
    return id;
  }

  async update(
    transaction: RecordTransaction,
    id: string,
    input: RecordInput<C>,
    { isCopied = false, ifMatch }: WriteOptions = {},
  ): Promise<Pick<Updated, 'etag'>> {
    const { definition, update, updated } = this.#writes;
    const { resource } = definition;
    if (!isUuid(id)) {
      throw notFound(transaction.context, resource);
    }
    const set = this.#set(transaction);
    const { change = noChange, errors } = set.rules.update(input.customFields);
    const options = { set, change, errors, ifMatch, at: transaction.nextStamp() };
    const values = updateValues(writingContext(transaction, isCopied), id, input, options);
    const result = updated.of(transaction.context, await this.#send(transaction, update, values), options);
    if ('updated' in result) {
      transaction.opensFanOut ||= result.updated.renamed;
      return result.updated;
    }
    if ('refusal' in result) {
      throw result.refusal;
    }
    throw result.again === 'redefined' ? new Redefined(resource.number, result.definitions) : tooManyAttempts();
  }

  delete(transaction: RecordTransaction, id: string, ifMatch?: string): Promise<void> {
    return this.#deleter.deleteIn(transaction, id, ifMatch);
  }

  async #send(
    transaction: RecordTransaction,
    { statement, parameters }: WriteStatement,
    values: Readonly<Record<string, unknown>>,
  ): Promise<RawRow | undefined> {
    try {
      const [row] = await transaction.rows(statement, parameters.bind(values));
      return row;
    } catch (error) {
      throw isUniqueViolation(error) ? valueTaken(this.#writes.definition, constraintOf(error), error) : error;
    }
  }

  /** A free code that is counted up, for a record that needs one and is given none. */
  async #freeCode(transaction: RecordTransaction, input: RecordInput<C>): Promise<Readonly<Record<string, string>>> {
    const { codes } = this.#writes.creates;
    return codes === null || (input[codes.member] ?? null) !== null
      ? {}
      : nextCode(codes, (statement, values) => transaction.query(statement, values));
  }

  #set({ context: { tenant } }: RecordTransaction): CustomFieldSet {
    return this.#customFields.known(tenant, this.#writes.definition.resource.number);
  }
}

function writingContext({ context }: RecordTransaction, isCopied: boolean): RequestContext {
  return isCopied ? { ...context, visibility: { scope: 'all' } } : context;
}
