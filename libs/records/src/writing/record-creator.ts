import {
  constraintOf,
  isUniqueViolation,
  WriteDeadlineExceeded,
  type Sql,
  type Statement,
  type TenantSql,
} from '@rapport/database';
import { AppError, newId, serviceUnavailable, type RequestContext } from '@rapport/kernel';
import type { Columns, RecordDefinition, RecordInput, Reference } from '../resource.ts';
import type { RecordRules } from '../rules.ts';
import type { RecordShape } from '../shape.ts';
import { forScopes, type Scope } from '../visibility.ts';
import { referencesOf } from './body-columns.ts';
import { createStatement, type CreateStatement } from './create-statement.ts';
import { findStoredAnswer, inProgress, type IdempotencyKey, type StoredAnswer } from './idempotency.ts';
import { externalIdConflict, holderStatement, invalidReferences, tooManyAttempts } from './refusals.ts';

/** The answer of the request that made a record; `replayed` when that was an earlier one with the same key. */
export interface Created extends StoredAnswer {
  readonly replayed: boolean;
}

/** Makes records: one statement each, repeated where what refused it was a code that was only counted up, or an expired key. */
export class RecordCreator<C extends Columns> {
  readonly #definition: RecordDefinition<C>;
  readonly #create: CreateStatement;
  readonly #references: readonly Reference[];
  readonly #holders: Record<Scope, Statement>;

  constructor(definition: RecordDefinition<C>, shape: RecordShape, rules: RecordRules) {
    this.#definition = definition;
    this.#create = createStatement(definition, shape, rules);
    this.#references = referencesOf(definition);
    this.#holders = forScopes((scope) => holderStatement(definition.resource, scope));
  }

  async create(
    context: RequestContext,
    sql: TenantSql,
    input: RecordInput<C>,
    key: IdempotencyKey | undefined,
  ): Promise<Created> {
    try {
      return await sql.turn(context, (turn) => this.#attempt(context, turn, input, key));
    } catch (error) {
      throw key && error instanceof WriteDeadlineExceeded ? inProgress(error) : error;
    }
  }

  async #attempt(
    context: RequestContext,
    sql: Sql,
    input: RecordInput<C>,
    key: IdempotencyKey | undefined,
  ): Promise<Created> {
    let codes = 0;
    for (let attempt = 1; attempt <= attemptsMax;) {
      const refusal = await this.#once(context, sql, input, key);
      if (!(refusal instanceof Refusal)) {
        return refusal;
      }
      const stored = key ? await findStoredAnswer(context, sql, key) : null;
      if (stored) {
        return { ...stored, replayed: true };
      }
      if (refusal.constraint === this.#definition.code?.constraint && isGenerated(this.#definition, input)) {
        codes += 1;
        if (codes > codesMax) {
          throw serviceUnavailable('No free code was found for the record; send one, or try again.');
        }
      } else if (refusal.constraint === 'idempotency_key_used') {
        attempt += 1;
      } else {
        throw await this.#explain(context, sql, input, refusal);
      }
    }
    throw tooManyAttempts();
  }

  async #once(
    context: RequestContext,
    sql: Sql,
    input: RecordInput<C>,
    key: IdempotencyKey | undefined,
  ): Promise<Created | Refusal> {
    const { actor, trace } = context;
    const id = newId();
    const values = this.#create.parameters.bind({
      ...input,
      id,
      ownerUserId: input.ownerUserId ?? actor.userId,
      ownerGiven: (input.ownerUserId ?? null) !== null,
      client: actor.clientId,
      key: key?.key,
      fingerprint: key?.fingerprint,
      actor: actor.userId,
      traceparent: trace.traceparent,
    });
    try {
      const [row] = await sql.query<CreateRow>(context, this.#create.statement, values);
      if (!row?.body) {
        return new Refusal(undefined, row?.wrong ?? []);
      }
      return { status: 201, body: row.body, location: `${this.#definition.resource.path}/${id}`, replayed: false };
    } catch (error) {
      if (isUniqueViolation(error)) {
        return new Refusal(constraintOf(error), [], error);
      }
      throw error;
    }
  }

  async #explain(context: RequestContext, sql: Sql, input: RecordInput<C>, refusal: Refusal): Promise<unknown> {
    if (refusal.wrong.length > 0) {
      return invalidReferences(this.#references, refusal.wrong);
    }
    if (refusal.constraint === 'external_id_taken') {
      return externalIdConflict(context, sql, this.#holders, input.externalId);
    }
    const rule = this.#definition.unique?.find(({ constraint }) => constraint === refusal.constraint);
    return rule ? new AppError(rule.code, rule.detail, { cause: refusal.cause }) : refusal.cause;
  }
}

const attemptsMax = 5;
const codesMax = 100;

interface CreateRow {
  readonly body: string | null;
  readonly wrong: string[];
}

/** What stood against a create; everything of it was undone. */
class Refusal {
  readonly constraint: string | undefined;
  readonly wrong: readonly string[];
  readonly cause: unknown;

  constructor(constraint: string | undefined, wrong: readonly string[], cause?: unknown) {
    this.constraint = constraint;
    this.wrong = wrong;
    this.cause = cause;
  }
}

function isGenerated<C extends Columns>({ code }: RecordDefinition<C>, input: RecordInput<C>): boolean {
  return code !== undefined && ((input as Record<string, unknown>)[code.column] ?? null) === null;
}
