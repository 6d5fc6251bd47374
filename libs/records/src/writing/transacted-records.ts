import { constraintOf, isUniqueViolation, textOf, type RawRow } from '@rapport/database';
import { isUuid, newId, type RequestContext } from '@rapport/kernel';
import { noChange, type CustomFieldSet, type CustomFieldSets } from '../defining/custom-field-sets.ts';
import type { Columns, MembersOf, RecordDefinition, RecordInput } from '../defining/definition.ts';
import type { WriteStatement } from '../stamping/parameters.ts';
import type { RecordReader } from '../reading/record-reader.ts';
import { codesOf, type CodeStatements } from './body/codes.ts';
import type { CreateAnswers } from './creating/create-answers.ts';
import type { CreateStatements } from './creating/create-statement.ts';
import { createValues } from './creating/create-values.ts';
import { deleteValues, type DeleteRow } from './deleting/record-deleter.ts';
import type { RecordStepper, StepOptions, Stepped } from './stepping/record-stepper.ts';
import { notFound } from '../reading/not-found.ts';
import { tooManyAttempts } from '../transacting/until-done.ts';
import { inUse, isFull, noFreeCode, notMade, staleVersion, valueTaken } from './body/refusals.ts';
import type { UpdateAnswers, Updated } from './updating/update-answers.ts';
import { updateValues } from './updating/update-values.ts';
import type { RecordTransaction } from '../transacting/record-transaction.ts';
import { Redefined } from '../transacting/redefined.ts';

/** The statements of single writes, which a transaction shares. */
export interface TransactedStatements {
  readonly definition: RecordDefinition;
  readonly creates: CreateStatements;
  readonly made: CreateAnswers;
  readonly update: WriteStatement;
  readonly answers: UpdateAnswers;
  readonly remove: WriteStatement;
  /** Null for a kind without states. */
  readonly stepper: RecordStepper | null;
}

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
  readonly #statements: TransactedStatements;
  readonly #reader: RecordReader;
  readonly #customFields: CustomFieldSets;
  readonly #codes: CodeStatements | null;

  constructor(statements: TransactedStatements, reader: RecordReader, customFields: CustomFieldSets) {
    this.#statements = statements;
    this.#reader = reader;
    this.#customFields = customFields;
    this.#codes = codesOf(statements.definition);
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
    const { definition, creates, made } = this.#statements;
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
    const { definition, update, answers } = this.#statements;
    const { resource } = definition;
    if (!isUuid(id)) {
      throw notFound(transaction.context, resource);
    }
    const set = this.#set(transaction);
    const { change = noChange, errors } = set.rules.update(input.customFields);
    const parts = { set, change, errors, ifMatch, at: transaction.nextStamp() };
    const values = updateValues(writingContext(transaction, isCopied), id, input, parts);
    const result = answers.of(transaction.context, await this.#send(transaction, update, values), parts);
    if ('updated' in result) {
      transaction.opensFanOut ||= result.updated.renamed;
      return result.updated;
    }
    if ('refusal' in result) {
      throw result.refusal;
    }
    throw result.again === 'redefined' ? new Redefined(resource.number, result.definitions) : tooManyAttempts();
  }

  /** Brings a record into a state. */
  step(transaction: RecordTransaction, id: string, state: string, options: StepOptions): Promise<Stepped> {
    const { definition, stepper } = this.#statements;
    if (stepper === null) {
      throw new Error(`there are no states of ${definition.resource.name}`);
    }
    return stepper.stepIn(transaction, id, state, options);
  }

  async delete(transaction: RecordTransaction, id: string, ifMatch?: string): Promise<void> {
    const { definition, remove } = this.#statements;
    const { statement, parameters } = remove;
    if (!isUuid(id)) {
      throw notFound(transaction.context, definition.resource);
    }
    const values = { ...deleteValues(transaction.context, id, ifMatch), at: transaction.nextStamp() };
    const [row] = await transaction.query<DeleteRow>(statement, parameters.bind(values));
    switch (row?.outcome) {
      case undefined:
        throw notFound(transaction.context, definition.resource);
      case 'deleted':
        transaction.opensFanOut ||= row.leaves;
        return;
      case 'in_use':
        throw inUse(row.used);
      case 'stale':
        throw staleVersion((await this.#reader.findIn(transaction, id))?.etag ?? '');
      case 'again':
        throw tooManyAttempts();
    }
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
      throw isUniqueViolation(error) ? valueTaken(this.#statements.definition, constraintOf(error), error) : error;
    }
  }

  /** A free code that is counted up, for a record that needs one and is given none. */
  async #freeCode(transaction: RecordTransaction, input: RecordInput<C>): Promise<Record<string, string>> {
    const { codeMember } = this.#statements.creates;
    if (codeMember === null || this.#codes === null || (input[codeMember] ?? null) !== null) {
      return {};
    }
    const [row] = await transaction.rows(this.#codes.free, [1]);
    if (!row?.[0]) {
      throw noFreeCode();
    }
    return { [codeMember]: textOf(row[0]) };
  }

  #set({ context: { tenant } }: RecordTransaction): CustomFieldSet {
    return this.#customFields.known(tenant, this.#statements.definition.resource.number);
  }
}

function writingContext({ context }: RecordTransaction, isCopied: boolean): RequestContext {
  return isCopied ? { ...context, visibility: { scope: 'all' } } : context;
}
