import { constraintOf, isUniqueViolation, type RawRow, type Sent } from '@rapport/database';
import { isUuid, type RequestContext } from '@rapport/kernel';
import { noChange, type CustomFieldSet, type CustomFieldSets } from '../defining/custom-field-sets.ts';
import type { Columns, MembersOf, RecordInput } from '../defining/definition.ts';
import type { RecordReader } from '../reading/record-reader.ts';
import { sentWith } from './body/body-columns.ts';
import { nextCode } from './body/codes.ts';
import { making } from './making.ts';
import type { RecordDeleter } from './record-deleter.ts';
import { notFound } from '../reading/not-found.ts';
import { tooManyAttempts } from '../transacting/attempts.ts';
import { isFull, valueTaken } from './body/refusals.ts';
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
    const { definition } = this.#writes;
    const { context } = transaction;
    const set = this.#set(transaction);
    const { change = noChange, errors } = set.rules.create(input.customFields);
    const code = errors || isFull(context, definition.resource) ? {} : await this.#freeCode(transaction, input);
    const { id, sent, made } = making(this.#writes, writingContext(transaction, isCopied), input, {
      ...{ set, change, errors, at: transaction.nextStamp() },
      instead: { ...(isCopied && { ownerGiven: false }), ...code },
    });
    const result = made(await this.#send(transaction, sent));
    if ('body' in result) {
      return id;
    }
    if ('redefined' in result) {
      throw new Redefined(definition.resource.number, result.redefined);
    }
    throw 'refusal' in result ? result.refusal : tooManyAttempts();
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
    const sent = sentWith(this.#writes, update, values);
    const result = updated.of(transaction.context, await this.#send(transaction, sent), options);
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

  async #send(transaction: RecordTransaction, sent: Sent): Promise<RawRow | undefined> {
    try {
      const [row] = await transaction.rows(sent);
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
      : nextCode(codes, (sent) => transaction.query(sent));
  }

  #set({ context: { tenant } }: RecordTransaction): CustomFieldSet {
    return this.#customFields.known(tenant, this.#writes.definition.resource.number);
  }
}

function writingContext({ context }: RecordTransaction, isCopied: boolean): RequestContext {
  return isCopied ? { ...context, visibility: { scope: 'all' } } : context;
}
