import {
  bytesOf,
  constraintOf,
  isUniqueViolation,
  textOf,
  WriteDeadlineExceeded,
  type Sql,
  type Statement,
  type TenantSql,
  type WriteTurn,
} from '@rapport/database';
import { newId, type FieldErrors, type RequestContext } from '@rapport/kernel';
import type { CustomFieldSets } from '../../defining/custom-field-sets.ts';
import type { RecordDefinition, RecordInput } from '../../defining/definition.ts';
import type { RecordAnswer } from '../../reading/record-answer.ts';
import { pathOf } from '../../defining/resource.ts';
import type { WriteAnswer } from '../../defining/surface.ts';
import { codesOf, type CodeStatements } from '../body/codes.ts';
import { createValues, firstEtag } from './create-values.ts';
import type { CreateAnswers, CreateResult } from './create-answers.ts';
import type { CreateStatements } from './create-statement.ts';
import { allowedChange, type AllowedChange } from '../body/custom-field-change.ts';
import { findStoredAnswer, inProgress, type IdempotencyKey, type StoredAnswer } from '../../transacting/idempotency.ts';
import { tooManyAttempts } from '../../transacting/until-done.ts';
import { externalIdConflict, holderStatement, invalidBody, isFull, noFreeCode, planIsFull, valueTaken } from '../body/refusals.ts';
import { codeConstraint, CodeHolder } from '../body/taken-code.ts';

/** The answer of the request that made a record; `replayed` when that was an earlier one with the same key. */
export interface Created extends StoredAnswer, RecordAnswer {
  readonly replayed: boolean;
}

interface CreatorStatements {
  readonly creates: CreateStatements;
  readonly made: CreateAnswers;
}

/** Makes records: one statement each, repeated where a generated code or an expired key refused it. */
export class RecordCreator {
  readonly #definition: RecordDefinition;
  readonly #creates: CreateStatements;
  readonly #made: CreateAnswers;
  readonly #answers: WriteAnswer;
  readonly #customFields: CustomFieldSets;
  readonly #holder: Statement;
  readonly #codeHolder: CodeHolder;
  readonly #codes: CodeStatements | null;

  constructor(
    definition: RecordDefinition,
    { creates, made }: CreatorStatements,
    answers: WriteAnswer,
    customFields: CustomFieldSets,
  ) {
    this.#definition = definition;
    this.#creates = creates;
    this.#made = made;
    this.#answers = answers;
    this.#customFields = customFields;
    this.#holder = holderStatement(definition);
    this.#codeHolder = new CodeHolder(definition);
    this.#codes = codesOf(definition);
  }

  async create(
    context: RequestContext,
    sql: TenantSql,
    input: RecordInput,
    key: IdempotencyKey | undefined,
  ): Promise<Created> {
    let turn: WriteTurn | undefined;
    try {
      turn = await sql.turn(context);
      return await this.#createIn(context, sql, turn, input, key);
    } catch (error) {
      throw key && error instanceof WriteDeadlineExceeded ? inProgress(error) : error;
    } finally {
      turn?.end();
    }
  }

  async #createIn(
    context: RequestContext,
    sql: TenantSql,
    turn: WriteTurn,
    input: RecordInput,
    key: IdempotencyKey | undefined,
  ): Promise<Created> {
    const { resource } = this.#definition;
    let set = this.#customFields.known(sql.tenant, resource.number);
    let code: Readonly<Record<string, string>> = {};
    for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
      const allowed = await allowedChange(context, sql, this.#customFields, resource, set, (rules) =>
        rules.create(input.customFields),
      );
      set = allowed.set;
      const isRefused = isFull(context, resource);
      const id = newId();
      const values = { ...this.#valuesOf(context, id, input, { ...allowed, isRefused, key }), ...code };
      const made = await this.#insert(context, turn, values, allowed);
      if (made.body !== null) {
        return this.#created(id, made.body, firstEtag(input, set.number, this.#answers));
      }
      if (made.redefined !== null) {
        set = await this.#customFields.atLeast(context, sql, resource.number, made.redefined);
        continue;
      }
      const stored = key ? await findStoredAnswer(context, turn, key) : null;
      if (stored) {
        return { ...stored, body: bytesOf(stored.body), encoding: 'latin1', replayed: true };
      }
      if (isRefused && isAgain(made)) {
        throw planIsFull();
      }
      if (this.#refusedGeneratedCode(made, input)) {
        code = await this.#freeCode(context, turn);
      } else if (made.constraint !== 'idempotency_key_used' && !isAgain(made)) {
        throw await this.#asAppError(context, turn, made, input);
      }
    }
    throw tooManyAttempts();
  }

  #valuesOf(...[context, id, input, parts]: Parameters<typeof createValues>): Readonly<Record<string, unknown>> {
    return createValues(context, id, input, { ...parts, answers: this.#answers });
  }

  #created(id: string, body: string, etag: string): Created {
    const status = this.#answers === 'id' ? 200 : 201;
    const location = `${pathOf(this.#definition.resource)}/${id}`;
    return { status, body, encoding: 'latin1', location, etag, replayed: false };
  }

  /** The record as the caller is shown it, or why there is none. */
  async #insert(
    context: RequestContext,
    turn: WriteTurn,
    values: Readonly<Record<string, unknown>>,
    { set, errors }: AllowedChange,
  ): Promise<Made> {
    const { kept, unkept, plain } = this.#creates;
    const isKept = values['key'] !== undefined;
    const { statement, parameters } = isKept ? kept : (values['externalId'] ?? null) === null ? plain : unkept;
    try {
      const [row] = await turn.rows(context, statement, parameters.bind(values));
      return { ...nothing, ...this.#made.of(row, set, { isKept }), errors };
    } catch (error) {
      if (isUniqueViolation(error)) {
        return { ...nothing, constraint: constraintOf(error), cause: error };
      }
      throw error;
    }
  }

  /** Whether the code that was counted up for the record is taken: the next one may be free. */
  #refusedGeneratedCode({ constraint }: Made, input: RecordInput): boolean {
    const { codeMember } = this.#creates;
    if (codeMember === null) {
      return false;
    }
    const given = (input as Record<string, unknown>)[codeMember];
    return constraint === codeConstraint(this.#definition.resource) && (given ?? null) === null;
  }

  async #freeCode(context: RequestContext, turn: WriteTurn): Promise<Readonly<Record<string, string>>> {
    const { codeMember } = this.#creates;
    const [row] = this.#codes ? await turn.rows(context, this.#codes.free, [1]) : [];
    if (codeMember === null || !row?.[0]) {
      throw noFreeCode();
    }
    return { [codeMember]: textOf(row[0]) };
  }

  async #asAppError(
    context: RequestContext,
    sql: Sql,
    { constraint, wrong, errors, cause }: Made,
    input: RecordInput,
  ): Promise<unknown> {
    if (errors || wrong.length > 0) {
      return invalidBody(context, this.#creates.references, wrong, errors);
    }
    if (constraint === 'external_id_taken') {
      return externalIdConflict(context, sql, this.#holder, input.externalId);
    }
    if (constraint === codeConstraint(this.#definition.resource)) {
      return this.#codeHolder.refuse(context, sql, input, cause);
    }
    return valueTaken(this.#definition, constraint, cause);
  }
}

/** Whether what the record refers to went while the statement waited for the lock. */
function isAgain({ constraint, wrong, errors, cause }: Made): boolean {
  return constraint === undefined && wrong.length === 0 && errors === undefined && cause === undefined;
}

const attemptsMax = 5;

/** What came of a create. Without a body nothing was done. */
interface Made extends CreateResult {
  /** What the definitions of custom fields refuse. */
  readonly errors: FieldErrors | undefined;
  /** The unique constraint that refused it. */
  readonly constraint: string | undefined;
  readonly cause: unknown;
}

const nothing: Made = {
  body: null,
  wrong: [],
  redefined: null,
  errors: undefined,
  constraint: undefined,
  cause: undefined,
};
