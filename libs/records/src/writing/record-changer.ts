import { constraintOf, isUniqueViolation, type Sql, type Statement, type TenantSql } from '@rapport/database';
import { AppError, isUuid, type RequestContext } from '@rapport/kernel';
import { versionsOf } from '../etag.ts';
import type { Columns, RecordDefinition, RecordInput, Reference } from '../resource.ts';
import type { RecordRules } from '../rules.ts';
import type { RecordShape } from '../shape.ts';
import { forScopes, scopeValue, type Scope } from '../visibility.ts';
import { referencesOf } from './body-columns.ts';
import { deleteStatement, type DeleteStatement } from './delete-statement.ts';
import {
  externalIdConflict,
  externalIdImmutable,
  holderStatement,
  invalidReferences,
  notFound,
  staleVersion,
  tooManyAttempts,
} from './refusals.ts';
import { updateStatement, type UpdateOutcome, type UpdateStatement } from './update-statement.ts';

export interface Changed {
  readonly version: number;
  readonly externalId: string | null;
  readonly body: string;
  /** Another write came in between: the answer must be read again. */
  readonly raced: boolean;
}

/** Updates and deletes records: one statement each, run again when the record changed while it waited for the lock. */
export class RecordChanger<C extends Columns> {
  readonly #definition: RecordDefinition<C>;
  readonly #updates: Record<Scope, UpdateStatement>;
  readonly #deletes: Record<Scope, DeleteStatement>;
  readonly #holders: Record<Scope, Statement>;
  readonly #references: readonly Reference[];

  constructor(definition: RecordDefinition<C>, shape: RecordShape, rules: RecordRules) {
    this.#definition = definition;
    this.#updates = forScopes((scope) => updateStatement(definition, shape, scope, rules));
    this.#deletes = forScopes((scope) => deleteStatement(definition.resource, scope, rules));
    this.#holders = forScopes((scope) => holderStatement(definition.resource, scope));
    this.#references = referencesOf(definition);
  }

  async update(
    context: RequestContext,
    sql: TenantSql,
    id: string,
    input: RecordInput<C>,
    ifMatch: string | undefined,
  ): Promise<Changed> {
    this.#refuseStrangeId(id);
    const { statement, parameters } = this.#updates[context.visibility.scope];
    const values = parameters.bind({
      ...input,
      ...changeValues(context, id, ifMatch),
      externalIdSent: input.externalId !== undefined,
    });
    return sql.turn(context, (turn) =>
      untilDone(async () => {
        const [row] = await turn
          .query<UpdateRow>(context, statement, values)
          .catch((error: unknown) => this.#explain(error));
        return this.#judge(context, turn, input, row);
      }),
    );
  }

  async delete(context: RequestContext, sql: TenantSql, id: string, ifMatch: string | undefined): Promise<void> {
    this.#refuseStrangeId(id);
    const { statement, parameters } = this.#deletes[context.visibility.scope];
    const values = parameters.bind(changeValues(context, id, ifMatch));
    await sql.turn(context, (turn) =>
      untilDone(async () => {
        const [row] = await turn.query<DeleteRow>(context, statement, values);
        if (!row) {
          throw notFound(this.#definition.resource);
        }
        if (row.outcome === 'stale') {
          throw staleVersion(row.version, row.externalId);
        }
        return row.outcome === 'again' ? null : row;
      }),
    );
  }

  /** An id that is none names no record. */
  #refuseStrangeId(id: string): void {
    if (!isUuid(id)) {
      throw notFound(this.#definition.resource);
    }
  }

  /** What the caller gets for an outcome; null where the statement must run again. */
  async #judge(
    context: RequestContext,
    sql: Sql,
    input: RecordInput<C>,
    row: UpdateRow | undefined,
  ): Promise<Changed | null> {
    switch (row?.outcome) {
      case undefined:
        throw notFound(this.#definition.resource);
      case 'changed':
      case 'same':
        return row;
      case 'again':
        return null;
      case 'invalid':
        throw invalidReferences(this.#references, row.wrong);
      case 'stale':
        throw staleVersion(row.version, row.externalId);
      case 'immutable':
        throw externalIdImmutable();
      case 'taken':
        throw await externalIdConflict(context, sql, this.#holders, input.externalId);
    }
  }

  /** The external ids' own indexes are hit only in a race, whose end the next run sees. */
  #explain(error: unknown): [UpdateRow] {
    if (!isUniqueViolation(error)) {
      throw error;
    }
    const constraint = constraintOf(error);
    if (constraint === 'external_id_taken' || constraint === 'external_id_record') {
      return [lostRace];
    }
    const rule = this.#definition.unique?.find((unique) => unique.constraint === constraint);
    throw rule ? new AppError(rule.code, rule.detail, { cause: error }) : error;
  }
}

interface UpdateRow extends Changed {
  readonly outcome: UpdateOutcome;
  readonly wrong: string[];
}

const lostRace: UpdateRow = { outcome: 'again', version: 0, externalId: null, body: '', raced: false, wrong: [] };

interface DeleteRow {
  readonly outcome: 'deleted' | 'stale' | 'again';
  readonly version: number;
  readonly externalId: string | null;
}

const attemptsMax = 5;

async function untilDone<T>(attempt: () => Promise<T | null>): Promise<T> {
  for (let count = 0; count < attemptsMax; count += 1) {
    const done = await attempt();
    if (done !== null) {
      return done;
    }
  }
  throw tooManyAttempts();
}

function changeValues(
  { actor, trace, visibility }: RequestContext,
  id: string,
  ifMatch: string | undefined,
): Record<string, unknown> {
  return {
    id,
    client: actor.clientId,
    versions: versionsOf(ifMatch),
    actor: actor.userId,
    traceparent: trace.traceparent,
    scope: scopeValue(visibility),
  };
}
