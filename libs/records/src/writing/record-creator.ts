import {
  constraintOf,
  isUniqueViolation,
  WriteDeadlineExceeded,
  type Sql,
  type Statement,
  type TenantSql,
  type WriteTurn,
} from '@rapport/database';
import { newId, serviceUnavailable, type RequestContext } from '@rapport/kernel';
import type { WriteStatement } from '../parameters.ts';
import type { RecordDefinition, RecordInput } from '../definition.ts';
import { etagOf } from '../etag.ts';
import { pathOf } from '../resource.ts';
import type { RecordRules } from '../rules.ts';
import type { RecordShape } from '../shape.ts';
import { viewerOf } from '../visibility.ts';
import { createStatement } from './create-statement.ts';
import { findStoredAnswer, inProgress, type IdempotencyKey, type StoredAnswer } from './idempotency.ts';
import { referencesOf, type Reference } from './references.ts';
import {
  codeConstraint,
  externalIdConflict,
  holderStatement,
  invalidReferences,
  tooManyAttempts,
  valueTaken,
} from './refusals.ts';

/** The answer of the request that made a record; `replayed` when that was an earlier one with the same key. */
export interface Created extends StoredAnswer {
  readonly replayed: boolean;
}

/** Makes records: one statement each, repeated where a generated code or an expired key refused it. */
export class RecordCreator {
  readonly #definition: RecordDefinition;
  readonly #create: WriteStatement;
  readonly #holder: Statement;
  readonly #references: readonly Reference[];
  readonly #codeMember: string | undefined;

  constructor(definition: RecordDefinition, body: readonly string[], shape: RecordShape, rules: RecordRules) {
    this.#definition = definition;
    this.#create = createStatement(definition, body, shape, rules);
    this.#holder = holderStatement(definition.resource);
    this.#references = referencesOf(definition, body);
    this.#codeMember = Object.keys(definition.columns).find((member) => definition.columns[member]?.codePrefix);
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
      for (let attempt = 1, codes = 0; attempt <= attemptsMax;) {
        const id = newId();
        const made = await this.#insert(context, turn, this.#valuesOf(context, id, input, key));
        if (typeof made === 'string') {
          const location = `${pathOf(this.#definition.resource)}/${id}`;
          return { status: 201, body: made, location, etag: firstEtag(input), replayed: false };
        }
        const stored = key ? await findStoredAnswer(context, turn, key) : null;
        if (stored) {
          return { ...stored, replayed: true };
        }
        if (this.#refusedGeneratedCode(made, input)) {
          codes += 1;
          if (codes > codesMax) {
            throw serviceUnavailable('No free code was found for the record; send one, or try again.');
          }
        } else if (made.constraint === 'idempotency_key_used' || isAgain(made)) {
          attempt += 1;
        } else {
          throw await this.#asAppError(context, turn, made, input.externalId);
        }
      }
      throw tooManyAttempts();
    } catch (error) {
      throw key && error instanceof WriteDeadlineExceeded ? inProgress(error) : error;
    } finally {
      turn?.end();
    }
  }

  #valuesOf(
    { actor, trace, visibility }: RequestContext,
    id: string,
    input: RecordInput,
    key: IdempotencyKey | undefined,
  ): unknown[] {
    return this.#create.parameters.bind({
      ...input,
      id,
      ownerUserId: input.ownerUserId ?? actor.userId,
      ownerGiven: (input.ownerUserId ?? null) !== null,
      scope: visibility.scope,
      viewer: viewerOf(visibility),
      client: actor.clientId,
      key: key?.key,
      fingerprint: key?.fingerprint,
      etag: firstEtag(input),
      actor: actor.userId,
      traceparent: trace.traceparent,
    });
  }

  /** The record as the caller is shown it, or the refusal. */
  async #insert(context: RequestContext, sql: Sql, values: readonly unknown[]): Promise<string | Refusal> {
    try {
      const [row] = await sql.query<CreateRow>(context, this.#create.statement, values);
      return row?.body ?? { constraint: undefined, wrong: row?.wrong ?? [], cause: undefined };
    } catch (error) {
      if (isUniqueViolation(error)) {
        return { constraint: constraintOf(error), wrong: [], cause: error };
      }
      throw error;
    }
  }

  /** Whether the code that was counted up for the record is taken: the next one may be free. */
  #refusedGeneratedCode({ constraint }: Refusal, input: RecordInput): boolean {
    const given = this.#codeMember === undefined ? null : (input as Record<string, unknown>)[this.#codeMember];
    return constraint === codeConstraint(this.#definition.resource) && (given ?? null) === null;
  }

  async #asAppError(
    context: RequestContext,
    sql: Sql,
    { constraint, wrong, cause }: Refusal,
    externalId: string | null | undefined,
  ): Promise<unknown> {
    if (wrong.length > 0) {
      return invalidReferences(this.#references, wrong);
    }
    if (constraint === 'external_id_taken') {
      return externalIdConflict(context, sql, this.#holder, externalId);
    }
    return valueTaken(this.#definition, constraint, cause);
  }
}

/** A new record shows every name that it copies: its caller may name only what it sees. */
function firstEtag({ externalId }: RecordInput): string {
  return etagOf(1, { externalId: externalId ?? null, hidden: [], definitions: 0 });
}

/** Whether what the record refers to went while the statement waited for the lock. */
function isAgain({ constraint, wrong }: Refusal): boolean {
  return constraint === undefined && wrong.length === 0;
}

const attemptsMax = 5;
const codesMax = 100;

interface CreateRow {
  readonly body: string | null;
  readonly wrong: string[];
}

/** The refusal of a create, of which nothing was done: a unique constraint, or references that name nothing. */
interface Refusal {
  readonly constraint: string | undefined;
  readonly wrong: readonly string[];
  readonly cause: unknown;
}
