import {
  constraintOf,
  isUniqueViolation,
  type Sql,
  type Statement,
  type TenantSql,
  type WriteTurn,
} from '@rapport/database';
import { isUuid, type RequestContext } from '@rapport/kernel';
import { versionsOf } from '../etag.ts';
import type { WriteStatement } from '../parameters.ts';
import type { Columns, RecordDefinition, RecordInput, Reference } from '../resource.ts';
import type { RecordRules } from '../rules.ts';
import type { RecordShape } from '../shape.ts';
import { forScopes, scopeValue, type Scope } from '../visibility.ts';
import { referencesOf } from './body-columns.ts';
import { deleteStatement } from './delete-statement.ts';
import {
  externalIdConflict,
  externalIdImmutable,
  holderStatement,
  invalidReferences,
  notFound,
  staleVersion,
  tooManyAttempts,
  valueTaken,
} from './refusals.ts';
import { updateStatement, type UpdateOutcome } from './update-statement.ts';

export interface Changed {
  readonly version: number;
  readonly externalId: string | null;
  readonly body: string;
  /** Whether another write came in between, so that the answer must be read again. */
  readonly raced: boolean;
}

/** Updates and deletes records: one statement each, run again when the record changed while it waited for the lock. */
export class RecordChanger<C extends Columns> {
  readonly #definition: RecordDefinition<C>;
  readonly #updates: Record<Scope, WriteStatement>;
  readonly #deletes: Record<Scope, WriteStatement>;
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
    const turn = await sql.turn(context);
    return untilDone(turn, async () => {
      const [row] = await turn
        .query<UpdateRow>(context, statement, values)
        .catch((error: unknown) => this.#afterViolation(error));
      return this.#judge(context, turn, input.externalId, row);
    });
  }

  async delete(context: RequestContext, sql: TenantSql, id: string, ifMatch: string | undefined): Promise<void> {
    this.#refuseStrangeId(id);
    const { statement, parameters } = this.#deletes[context.visibility.scope];
    const values = parameters.bind(changeValues(context, id, ifMatch));
    const turn = await sql.turn(context);
    await untilDone(turn, async () => {
      const [row] = await turn.query<DeleteRow>(context, statement, values);
      if (!row) {
        throw notFound(this.#definition.resource);
      }
      if (row.outcome === 'stale') {
        throw staleVersion(row.version, row.externalId);
      }
      return row.outcome === 'again' ? null : row;
    });
  }

  /** A text that is no id names no record. */
  #refuseStrangeId(id: string): void {
    if (!isUuid(id)) {
      throw notFound(this.#definition.resource);
    }
  }

  /** The change that the caller is answered with, or null where the statement must run again. */
  async #judge(
    context: RequestContext,
    sql: Sql,
    externalId: string | null | undefined,
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
        throw await externalIdConflict(context, sql, this.#holders, externalId);
    }
  }

  /** The update's own rows violate the indexes of the external ids only in a race, whose end the next attempt sees. */
  #afterViolation(error: unknown): [UpdateRow] {
    if (!isUniqueViolation(error)) {
      throw error;
    }
    const constraint = constraintOf(error);
    if (constraint === 'external_id_taken' || constraint === 'external_id_record') {
      return [lostRace];
    }
    throw valueTaken(this.#definition, constraint, error);
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

/** Repeats an attempt until it is done, and ends the turn in which it is made. */
async function untilDone<T>(turn: WriteTurn, attempt: () => Promise<T | null>): Promise<T> {
  try {
    for (let count = 0; count < attemptsMax; count += 1) {
      const done = await attempt();
      if (done !== null) {
        return done;
      }
    }
    throw tooManyAttempts();
  } finally {
    turn.end();
  }
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
