import type { RequestContext } from '@rapport/kernel';
import type { Columns, RecordDefinition } from '../defining/definition.ts';
import type { States } from '../defining/states.ts';
import type { SearchedSurface } from '../defining/surface.ts';
import { recordRules } from '../stamping/rules.ts';
import type { RecordTransaction } from '../transacting/record-transaction.ts';
import { RecordStepper, type StepOptions, type Stepped } from '../writing/stepping/record-stepper.ts';
import { ManagedRecords } from './managed-records.ts';
import type { RecordNeeds } from './record-store.ts';

/** The managed records of a kind that go from state to state. */
export class SteppedRecords<C extends Columns> extends ManagedRecords<C> {
  readonly states: States;
  readonly #stepper: RecordStepper;

  constructor(definition: RecordDefinition<C>, surface: SearchedSurface<C>, needs: RecordNeeds) {
    super(definition, surface, needs);
    if (definition.states === undefined) {
      throw new Error(`there are no states of ${definition.resource.name}`);
    }
    this.states = definition.states;
    this.#stepper = new RecordStepper(definition, definition.states, this.attempts, needs.rules ?? recordRules);
  }

  /** Brings a record into a state. It gives the permission that the caller lacks, or null where it is done. */
  step(context: RequestContext, id: string, state: string, options: StepOptions): Promise<string | null> {
    return this.#stepper.step(context, this.sql(context), id, state, options);
  }

  /** The step within a transaction of several changes. */
  stepIn(transaction: RecordTransaction, id: string, state: string, options: StepOptions): Promise<Stepped> {
    return this.#stepper.stepIn(transaction, id, state, options);
  }
}
