import type { RawRow } from '@rapport/database';
import type { AppError } from '@rapport/kernel';
import type { CustomFieldSet } from '../custom-field-sets.ts';
import type { RecordDefinition } from '../definition.ts';
import { RowAnswers } from '../reading/row-answers.ts';
import type { RecordAnswer } from '../reading/record-answer.ts';
import { referencesOf, type Reference } from './references.ts';
import type { WrittenSurface } from './written-surface.ts';
import {
  externalIdImmutable,
  hierarchyCycle,
  invalidReferences,
  notFound,
  refusedByState,
  refusedChangeOfState,
  staleVersion,
} from './refusals.ts';
import { updateHeadColumns, type UpdateOutcome } from './update-statement.ts';

export interface Updated extends RecordAnswer {
  /** Whether another write came in between, so that the answer must be read again. */
  readonly raced: boolean;
  /** Whether other records show what this one was before. */
  readonly renamed: boolean;
}

/** What came of an update: its answer, its refusal, or why the statement must run again. */
export type UpdateResult =
  | { readonly updated: Updated }
  | { readonly refusal: AppError }
  | { readonly again: 'raced' }
  /** Another record holds the external id. */
  | { readonly again: 'taken' }
  | { readonly again: 'redefined'; readonly definitions: number };

/** Reads the row of an update's statement. */
export class UpdateAnswers {
  readonly #definition: RecordDefinition;
  readonly #references: readonly Reference[];
  readonly #answers: RowAnswers;

  constructor(definition: RecordDefinition, { body, shape, answers }: WrittenSurface) {
    this.#definition = definition;
    this.#references = referencesOf(definition, body);
    this.#answers = new RowAnswers(shape, updateHeadColumns, answers);
  }

  of(row: RawRow | undefined, set: CustomFieldSet): UpdateResult {
    const [outcome, wrong, raced, renamed] = (row ?? []) as [UpdateOutcome?, string?, string?, string?];
    if (row === undefined || outcome === undefined) {
      return { refusal: notFound(this.#definition.resource) };
    }
    switch (outcome) {
      case 'changed':
      case 'same':
        return { updated: { ...this.#answers.of(row, set), raced: raced === 't', renamed: renamed === 't' } };
      case 'again':
        return { again: 'raced' };
      case 'taken':
        return { again: 'taken' };
      case 'redefined':
        return { again: 'redefined', definitions: this.#answers.definitionsIn(row) };
      case 'invalid':
        return { refusal: invalidReferences(this.#references, (wrong ?? '').split(',')) };
      case 'stale':
        return { refusal: staleVersion(this.#answers.etagOf(row)) };
      case 'immutable':
        return { refusal: externalIdImmutable() };
      case 'cycle':
        return { refusal: hierarchyCycle(this.#definition.resource) };
      case 'step':
        return { refusal: refusedChangeOfState(this.#definition) };
      case 'frozen':
        return { refusal: refusedByState(this.#definition) };
    }
  }
}
