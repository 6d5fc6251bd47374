import {
  bytesOf,
  constraintOf,
  isUniqueViolation,
  type Sql,
  type Statement,
  type TenantSql,
  type WriteTurn,
} from '@rapport/database';
import { newId, type FieldErrors, type RequestContext } from '@rapport/kernel';
import type { CustomFieldSets } from '../defining/custom-field-sets.ts';
import type { RecordInput } from '../defining/definition.ts';
import type { RecordAnswer } from '../reading/record-answer.ts';
import { pathOf } from '../defining/resource.ts';
import { nextCode } from './body/codes.ts';
import { createValues, firstEtag } from './creating/create-values.ts';
import type { CreateResult } from './creating/create-answers.ts';
import type { WriteStatements } from './write-statements.ts';
import { allowedChange, type AllowedChange } from './body/custom-field-change.ts';
import { findStoredAnswer, type IdempotencyKey, type StoredAnswer } from '../transacting/idempotency.ts';
import type { Attempts } from '../transacting/attempts.ts';
import { Redefined } from '../transacting/redefined.ts';
import { externalIdConflict, holderStatement, invalidBody, isFull, planIsFull, valueTaken } from './body/refusals.ts';
import { codeConstraint, CodeHolder } from './body/taken-code.ts';

/** The answer of the request that made a record; `replayed` when that was an earlier one with the same key. */
export interface Created extends StoredAnswer, RecordAnswer {
  readonly replayed: boolean;
}

/** Makes records: one statement each, repeated where a generated code or an expired key refused it. */
export class RecordCreator {
  readonly #writes: WriteStatements;
  readonly #customFields: CustomFieldSets;
  readonly #attempts: Attempts;
  readonly #holder: Statement;
  readonly #codeHolder: CodeHolder;

  constructor(writes: WriteStatements, customFields: CustomFieldSets, attempts: Attempts) {
    this.#writes = writes;
    this.#customFields = customFields;
    this.#attempts = attempts;
    this.#holder = holderStatement(writes.definition);
    this.#codeHolder = new CodeHolder(writes.definition);
  }

  create(
    context: RequestContext,
    sql: TenantSql,
    input: RecordInput,
    key: IdempotencyKey | undefined,
  ): Promise<Created> {
    const { resource } = this.#writes.definition;
    let code: Readonly<Record<string, string>> = {};
    const attempt = async (turn: WriteTurn): Promise<Created | null> => {
      const allowed = await allowedChange(context, sql, this.#customFields, resource, (rules) =>
        rules.create(input.customFields),
      );
      const isRefused = isFull(context, resource);
      const id = newId();
      const values = { ...this.#valuesOf(context, id, input, { ...allowed, isRefused, key }), ...code };
      const made = await this.#insert(context, turn, values, allowed);
      if (made.body !== null) {
        return this.#created(id, made.body, firstEtag(input, allowed.set.number, this.#writes.answers));
      }
      if (made.redefined !== null) {
        throw new Redefined(resource.number, made.redefined);
      }
      const stored = key ? await findStoredAnswer(context, turn, key) : null;
      if (stored) {
        return { ...stored, body: bytesOf(stored.body), encoding: 'latin1', replayed: true };
      }
      code = (await this.#codeAfter(context, turn, made, input, isRefused)) ?? code;
      return null;
    };
    return this.#attempts.inTurn(context, sql, attempt, key);
  }

  /** A code for the next attempt, where the one that was counted up is taken; else null, or the refusal. */
  async #codeAfter(
    context: RequestContext,
    turn: WriteTurn,
    made: Made,
    input: RecordInput,
    isRefused: boolean,
  ): Promise<Readonly<Record<string, string>> | null> {
    if (isRefused && isAgain(made)) {
      throw planIsFull();
    }
    const { codes } = this.#writes.creates;
    if (codes && this.#refusedGeneratedCode(codes.member, made, input)) {
      return nextCode(codes, (statement, values) => turn.query(context, statement, values));
    }
    if (made.constraint !== 'idempotency_key_used' && !isAgain(made)) {
      throw await this.#asAppError(context, turn, made, input);
    }
    return null;
  }

  #valuesOf(...[context, id, input, options]: Parameters<typeof createValues>): Readonly<Record<string, unknown>> {
    return createValues(context, id, input, { ...options, answers: this.#writes.answers });
  }

  #created(id: string, body: string, etag: string): Created {
    const status = this.#writes.answers === 'id' ? 200 : 201;
    const location = `${pathOf(this.#writes.definition.resource)}/${id}`;
    return { status, body, encoding: 'latin1', location, etag, replayed: false };
  }

  /** The record as the caller is shown it, or why there is none. */
  async #insert(
    context: RequestContext,
    turn: WriteTurn,
    values: Readonly<Record<string, unknown>>,
    { set, errors }: AllowedChange,
  ): Promise<Made> {
    const { kept, unkept, plain } = this.#writes.creates;
    const isKept = values['key'] !== undefined;
    const { statement, parameters } = isKept ? kept : (values['externalId'] ?? null) === null ? plain : unkept;
    try {
      const [row] = await turn.rows(context, statement, parameters.bind(values));
      return { ...nothing, ...this.#writes.made.of(row, set, { isKept }), errors };
    } catch (error) {
      if (isUniqueViolation(error)) {
        return { ...nothing, constraint: constraintOf(error), cause: error };
      }
      throw error;
    }
  }

  /** Whether the code that was counted up for the record is taken: the next one may be free. */
  #refusedGeneratedCode(codeMember: string, { constraint }: Made, input: RecordInput): boolean {
    const given = (input as Record<string, unknown>)[codeMember];
    return constraint === codeConstraint(this.#writes.definition.resource) && (given ?? null) === null;
  }

  async #asAppError(
    context: RequestContext,
    sql: Sql,
    { constraint, wrong, errors, cause }: Made,
    input: RecordInput,
  ): Promise<unknown> {
    if (errors || wrong.length > 0) {
      return invalidBody(context, this.#writes.creates.references, wrong, errors);
    }
    if (constraint === 'external_id_taken') {
      return externalIdConflict(context, sql, this.#holder, input.externalId);
    }
    if (constraint === codeConstraint(this.#writes.definition.resource)) {
      return this.#codeHolder.refuse(context, sql, input, cause);
    }
    return valueTaken(this.#writes.definition, constraint, cause);
  }
}

/** Whether what the record refers to went while the statement waited for the lock. */
function isAgain({ constraint, wrong, errors, cause }: Made): boolean {
  return constraint === undefined && wrong.length === 0 && errors === undefined && cause === undefined;
}

/** The outcome of a create. Without a body nothing was done. */
interface Made extends CreateResult {
  /** The refusals of the definitions of custom fields. */
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
