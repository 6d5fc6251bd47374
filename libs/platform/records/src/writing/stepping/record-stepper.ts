import type { NamedStatement, Sent, TenantSql } from '@rapport/database';
import { isUuid, validationFailed, type RequestContext } from '@rapport/kernel';
import type { RecordDefinition } from '../../defining/definition.ts';
import type { States } from '../../defining/states.ts';
import { notFound } from '../../reading/not-found.ts';
import { viewerValues } from '../../showing/visibility.ts';
import type { RecordRules } from '../../stamping/rules.ts';
import { tooManyAttempts, type Attempts } from '../../transacting/attempts.ts';
import type { RecordTransaction } from '../../transacting/record-transaction.ts';
import { refusedByState, refusedStep } from '../body/refusals.ts';
import { stepStatement, type StepRow } from './step-statement.ts';

/** The caller's reason and permissions, beside the state into which a record is to go. */
export interface StepOptions {
  readonly reason?: string | null;
  /** The permissions of the caller, of which some steps take one. */
  readonly permissions: readonly string[];
}

/** The outcome of a step that was not refused. */
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
  readonly #step: NamedStatement;
  readonly #attempts: Attempts;

  constructor(definition: RecordDefinition, states: States, attempts: Attempts, rules: RecordRules) {
    this.#definition = definition;
    this.#states = states;
    this.#step = stepStatement(definition, states, rules);
    this.#attempts = attempts;
  }

  /** The permission that the caller lacks, or null: then the record is in the state. */
  async step(
    context: RequestContext,
    sql: TenantSql,
    id: string,
    state: string,
    options: StepOptions,
  ): Promise<string | null> {
    const sent = this.#sent(context, id, state, options);
    const { lacking } = await this.#attempts.inTurn(context, sql, async (turn) => {
      const [row] = await turn.query<StepRow>(context, sent);
      return row?.outcome === 'again' ? null : this.#judged(context, row, state);
    });
    return lacking;
  }

  /** The record's change within a transaction, behind whose lock no other writer changes it. */
  async stepIn(transaction: RecordTransaction, id: string, state: string, options: StepOptions): Promise<Stepped> {
    const [row] = await transaction.query<StepRow>(this.#sent(transaction.context, id, state, options));
    return this.#judged(transaction.context, row, state);
  }

  #judged(context: RequestContext, row: StepRow | undefined, state: string): Stepped {
    switch (row?.outcome) {
      case undefined:
        throw notFound(context, this.#definition.resource);
      case 'done':
      case 'same':
        return { isChanged: row.outcome === 'done', lacking: null };
      case 'forbidden':
        return { isChanged: false, lacking: this.#states.permitted?.permission ?? null };
      case 'again':
        throw tooManyAttempts();
      case 'frozen':
        throw refusedByState(this.#definition);
      case 'refused':
        throw refusedStep(this.#definition, row.was, state);
      case 'unreasoned': {
        const member = this.#states.reason?.member ?? this.#states.member;
        throw validationFailed({
          [member]: [`This is needed for ${state}; send it, or store it by an update before.`],
        });
      }
    }
  }

  #sent(context: RequestContext, id: string, state: string, { reason = null, permissions }: StepOptions): Sent {
    if (!isUuid(id)) {
      throw notFound(context, this.#definition.resource);
    }
    const { actor, trace } = context;
    const { permitted } = this.#states;
    return this.#step.with({
      id,
      ...viewerValues(context),
      state,
      reason,
      isPermitted: permitted !== undefined && permissions.includes(permitted.permission),
      actor: actor.userId,
      traceparent: trace.traceparent,
    });
  }
}
