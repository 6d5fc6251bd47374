import type { RawRow } from '@rapport/database';
import { validationFailed, type AppError, type RequestContext } from '@rapport/kernel';
import type { RecordDefinition } from '../../defining/definition.ts';
import { RowAnswers } from '../../reading/row-answers.ts';
import type { RecordAnswer } from '../../reading/record-answer.ts';
import { headOf } from '../../showing/row-head.ts';
import type { AllowedChange } from '../body/custom-field-change.ts';
import { referencesOf, type Reference } from '../body/references.ts';
import type { WrittenSurface } from '../body/written-surface.ts';
import { notFound } from '../../reading/not-found.ts';
import {
  externalIdImmutable,
  hierarchyCycle,
  invalidBody,
  refusedByState,
  refusedStep,
  staleVersion,
} from '../body/refusals.ts';
import { updateHead, type UpdateOutcome } from './update-statement.ts';

export interface Updated extends RecordAnswer {
  /** Whether other records show what this one was before. */
  readonly renamed: boolean;
}

/** The outcome of an update: its answer, its refusal, or why the statement must run again. */
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

  constructor(definition: RecordDefinition, surface: WrittenSurface) {
    const { shape, answers } = surface;
    this.#definition = definition;
    this.#references = referencesOf(definition, surface);
    this.#answers = new RowAnswers(shape, updateHead.length, answers);
  }

  /** With `errors` of the custom fields, which come before the absence of the record, nothing was done. */
  of(
    context: RequestContext,
    row: RawRow | undefined,
    { set, errors }: Pick<AllowedChange, 'set' | 'errors'>,
  ): UpdateResult {
    if (row === undefined) {
      return { refusal: errors ? validationFailed(errors) : notFound(context, this.#definition.resource) };
    }
    const { outcome, wrong, renamed, was } = headOf(row, updateHead);
    const invalid = (): UpdateResult => ({
      refusal: invalidBody(context, this.#references, (wrong ?? '').split(','), errors),
    });
    if (errors) {
      const definitions = this.#answers.definitionsIn(row);
      return definitions === set.number ? invalid() : { again: 'redefined', definitions };
    }
    switch (outcome as UpdateOutcome) {
      case 'changed':
      case 'same':
        return { updated: { ...this.#answers.of(row, set), renamed: renamed === 't' } };
      case 'again':
        return { again: 'raced' };
      case 'taken':
        return { again: 'taken' };
      case 'redefined':
        return { again: 'redefined', definitions: this.#answers.definitionsIn(row) };
      case 'invalid':
        return invalid();
      case 'stale':
        return { refusal: staleVersion(this.#answers.etagOf(row)) };
      case 'immutable':
        return { refusal: externalIdImmutable() };
      case 'cycle':
        return { refusal: hierarchyCycle(this.#definition.resource) };
      case 'step':
        return { refusal: refusedStep(this.#definition, was ?? '') };
      case 'frozen':
        return { refusal: refusedByState(this.#definition) };
    }
  }
}
