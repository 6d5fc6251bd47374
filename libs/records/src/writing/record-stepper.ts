import type { TenantSql } from '@rapport/database';
import { AppError, isUuid, validationFailed, type RequestContext } from '@rapport/kernel';
import type { RecordDefinition } from '../definition.ts';
import type { WriteStatement } from '../parameters.ts';
import type { RecordRules } from '../rules.ts';
import type { States } from '../states.ts';
import type { RecordTransaction } from '../transacting/record-transaction.ts';
import { viewerOf } from '../visibility.ts';
import { notFound, refusedByState, refusedStep, tooManyAttempts } from './refusals.ts';
import { stepStatement, type StepOutcome } from './step-statement.ts';
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
      throw notFound(this.#definition.resource);
    }
    const values = this.#step.parameters.bind(this.#valuesOf(context, id, state, options));
    const turn = await sql.turn(context);
    const outcome = await untilDone(turn, async () => {
      const [row] = await turn.query<{ outcome: StepOutcome }>(context, this.#step.statement, values);
      return row?.outcome === 'again' ? null : (row?.outcome ?? 'missing');
    });
    return this.#stepped(outcome, state).lacking;
  }

  /** The same within a transaction, behind whose lock no other writer changes the record. */
  async stepIn(transaction: RecordTransaction, id: string, state: string, options: StepOptions): Promise<Stepped> {
    if (!isUuid(id)) {
      throw notFound(this.#definition.resource);
    }
    const values = this.#step.parameters.bind(this.#valuesOf(transaction.context, id, state, options));
    const [row] = await transaction.query<{ outcome: StepOutcome }>(this.#step.statement, values);
    if (row?.outcome === 'again') {
      throw tooManyAttempts();
    }
    return this.#stepped(row?.outcome ?? 'missing', state);
  }

  #stepped(outcome: 'missing' | Exclude<StepOutcome, 'again'>, state: string): Stepped {
    if (outcome === 'done' || outcome === 'same') {
      return { isChanged: outcome === 'done', lacking: null };
    }
    if (outcome === 'forbidden') {
      return { isChanged: false, lacking: this.#states.permitted?.permission ?? null };
    }
    throw this.#refusalOf(outcome, state);
  }

  #refusalOf(
    outcome: 'missing' | Exclude<StepOutcome, 'done' | 'same' | 'forbidden' | 'again'>,
    state: string,
  ): AppError {
    switch (outcome) {
      case 'missing':
        return notFound(this.#definition.resource);
      case 'frozen':
        return refusedByState(this.#definition);
      case 'refused':
        return refusedStep(this.#definition.resource, state);
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
