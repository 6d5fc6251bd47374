import type { TenantSql } from '@rapport/database';
import { isUuid, validationFailed, type AppError, type RequestContext } from '@rapport/kernel';
import type { RecordDefinition } from '../definition.ts';
import type { WriteStatement } from '../parameters.ts';
import type { RecordRules } from '../rules.ts';
import type { States } from '../states.ts';
import type { RecordTransaction } from '../transacting/record-transaction.ts';
import { viewerOf } from '../visibility.ts';
import { notFound, refusedByState, refusedStep, tooManyAttempts } from './refusals.ts';
import { stepStatement, type StepRow } from './step-statement.ts';
import { untilDone } from './until-done.ts';

/** What a caller says and has beside the state into which a record is to go. */
export interface StepOptions {
  readonly reason?: string | null;
  /** The permissions of the caller, of which some steps take one. */
  readonly permissions: readonly string[];
}

/** What came of a step that was not refused. */
export interface Stepped {
  /** Whether the record was in another state before. */
  readonly isChanged: boolean;
  /** The permission that the caller lacks, without which nothing was done. */
  readonly lacking: string | null;
}

/** Brings records from state to state: one statement each. */
export class RecordStepper {
  readonly #definition: RecordDefinition;
  readonly #states: States;
  readonly #step: WriteStatement;

  constructor(definition: RecordDefinition, states: States, rules: RecordRules) {
    this.#definition = definition;
    this.#states = states;
    this.#step = stepStatement(definition, states, rules);
  }

  /** The permission that the caller lacks, or null: then the record is in the state. */
  async step(
    context: RequestContext,
    sql: TenantSql,
    id: string,
    state: string,
    options: StepOptions,
  ): Promise<string | null> {
    if (!isUuid(id)) {
      throw notFound(context, this.#definition.resource);
    }
    const values = this.#step.parameters.bind(this.#valuesOf(context, id, state, options));
    const turn = await sql.turn(context);
    const found = await untilDone(turn, async () => {
      const [row] = await turn.query<StepRow>(context, this.#step.statement, values);
      return row?.outcome === 'again' ? null : (row ?? missing);
    });
    return this.#stepped(context, found, state).lacking;
  }

  /** The same within a transaction, behind whose lock no other writer changes the record. */
  async stepIn(transaction: RecordTransaction, id: string, state: string, options: StepOptions): Promise<Stepped> {
    if (!isUuid(id)) {
      throw notFound(transaction.context, this.#definition.resource);
    }
    const values = this.#step.parameters.bind(this.#valuesOf(transaction.context, id, state, options));
    const [row] = await transaction.query<StepRow>(this.#step.statement, values);
    return this.#stepped(transaction.context, row ?? missing, state);
  }

  #stepped(context: RequestContext, row: StepRow | typeof missing, state: string): Stepped {
    const { outcome, was } = row;
    if (outcome === 'done' || outcome === 'same') {
      return { isChanged: outcome === 'done', lacking: null };
    }
    if (outcome === 'forbidden') {
      return { isChanged: false, lacking: this.#states.permitted?.permission ?? null };
    }
    throw this.#refusalOf(context, { outcome, was }, state);
  }

  #refusalOf(context: RequestContext, { outcome, was }: RefusedRow, state: string): AppError {
    switch (outcome) {
      case 'missing':
        return notFound(context, this.#definition.resource);
      case 'again':
        return tooManyAttempts();
      case 'frozen':
        return refusedByState(this.#definition);
      case 'refused':
        return refusedStep(this.#definition, was, state);
      case 'unreasoned': {
        const member = this.#states.reason?.member ?? this.#states.member;
        return validationFailed({
          [member]: [`This is needed for ${state}; send it, or store it by an update before.`],
        });
      }
    }
  }

  #valuesOf(
    { actor, trace, visibility }: RequestContext,
    id: string,
    state: string,
    { reason = null, permissions }: StepOptions,
  ): Readonly<Record<string, unknown>> {
    const { permitted } = this.#states;
    return {
      id,
      scope: visibility.scope,
      viewer: viewerOf(visibility),
      state,
      reason,
      isPermitted: permitted !== undefined && permissions.includes(permitted.permission),
      actor: actor.userId,
      traceparent: trace.traceparent,
    };
  }
}

const missing = { outcome: 'missing', was: '' } as const;

interface RefusedRow {
  readonly outcome: typeof missing.outcome | Exclude<StepRow['outcome'], 'done' | 'same' | 'forbidden'>;
  readonly was: string;
}
