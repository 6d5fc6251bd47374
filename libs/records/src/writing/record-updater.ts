import {
  constraintOf,
  isUniqueViolation,
  type RawRow,
  type Sql,
  type Statement,
  type TenantSql,
} from '@rapport/database';
import { isUuid, type RequestContext } from '@rapport/kernel';
import type { RecordDefinition, RecordInput } from '../definition.ts';
import { versionsOf } from '../etag.ts';
import type { WriteStatement } from '../parameters.ts';
import { RowAnswers } from '../reading/row-answers.ts';
import type { RecordAnswer } from '../records.ts';
import type { RecordRules } from '../rules.ts';
import { viewerOf } from '../visibility.ts';
import { referencesOf, type Reference } from './references.ts';
import {
  externalIdConflict,
  externalIdImmutable,
  holderStatement,
  invalidReferences,
  notFound,
  refusedByState,
  staleVersion,
  valueTaken,
} from './refusals.ts';
import { untilDone } from './until-done.ts';
import { updateHeadColumns, updateStatement, type UpdatedSurface, type UpdateOutcome } from './update-statement.ts';

export interface Updated extends RecordAnswer {
  /** Whether another write came in between, so that the answer must be read again. */
  readonly raced: boolean;
  /** Whether other records show what this one was before. */
  readonly renamed: boolean;
}

/** Updates records: one statement each, run again when the record changed while it waited for the lock. */
export class RecordUpdater {
  readonly #definition: RecordDefinition;
  readonly #update: WriteStatement;
  readonly #answers: RowAnswers;
  readonly #holder: Statement;
  readonly #references: readonly Reference[];

  constructor(definition: RecordDefinition, surface: UpdatedSurface, rules: RecordRules) {
    this.#definition = definition;
    this.#update = updateStatement(definition, surface, rules);
    this.#answers = new RowAnswers(surface.shape, updateHeadColumns);
    this.#holder = holderStatement(definition.resource);
    this.#references = referencesOf(definition, surface.body);
  }

  async update(
    context: RequestContext,
    sql: TenantSql,
    id: string,
    input: RecordInput,
    ifMatch: string | undefined,
  ): Promise<Updated> {
    if (!isUuid(id)) {
      throw notFound(this.#definition.resource);
    }
    const { statement, parameters } = this.#update;
    const values = parameters.bind(this.#valuesOf(context, id, input, ifMatch));
    const turn = await sql.turn(context);
    return untilDone(turn, async () => {
      const [row] = await turn.rows(context, statement, values).catch((error: unknown) => this.#afterViolation(error));
      return this.#judge(context, turn, input.externalId, row);
    });
  }

  #valuesOf(
    { actor, trace, visibility }: RequestContext,
    id: string,
    input: RecordInput,
    ifMatch: string | undefined,
  ): Record<string, unknown> {
    return {
      ...input,
      id,
      scope: visibility.scope,
      viewer: viewerOf(visibility),
      client: actor.clientId,
      versions: versionsOf(ifMatch),
      externalIdSent: input.externalId !== undefined,
      actor: actor.userId,
      traceparent: trace.traceparent,
    };
  }

  /** The answer, or null where the statement must run again. */
  async #judge(
    context: RequestContext,
    sql: Sql,
    externalId: string | null | undefined,
    row: RawRow | undefined,
  ): Promise<Updated | null> {
    const [outcome, wrong, raced, renamed] = (row ?? []) as [UpdateOutcome?, string?, string?, string?];
    if (row === undefined || outcome === undefined) {
      throw notFound(this.#definition.resource);
    }
    switch (outcome) {
      case 'changed':
      case 'same':
        return { ...this.#answers.of(row), raced: raced === 't', renamed: renamed === 't' };
      case 'again':
        return null;
      case 'invalid':
        throw invalidReferences(this.#references, (wrong ?? '').split(','));
      case 'stale':
        throw staleVersion(this.#answers.etagOf(row));
      case 'immutable':
        throw externalIdImmutable();
      case 'frozen':
        throw refusedByState(this.#definition);
      case 'taken':
        throw await externalIdConflict(context, sql, this.#holder, externalId);
    }
  }

  /** The update's own rows violate the indexes of the external ids only in a race, whose end the next attempt sees. */
  #afterViolation(error: unknown): [RawRow] {
    if (!isUniqueViolation(error)) {
      throw error;
    }
    const constraint = constraintOf(error);
    if (constraint === 'external_id_taken' || constraint === 'external_id_record') {
      return [['again' satisfies UpdateOutcome]];
    }
    throw valueTaken(this.#definition, constraint, error);
  }
}
