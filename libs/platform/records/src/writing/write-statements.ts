import { nameDependents, type Columns, type RecordDefinition } from '../defining/definition.ts';
import type { Surface, WriteAnswer } from '../defining/surface.ts';
import type { NamedStatement } from '@rapport/database';
import type { RecordRules } from '../stamping/rules.ts';
import { writtenKeys, type WrittenKeys } from './body/body-columns.ts';
import { writtenSurface } from './body/written-surface.ts';
import { CreateAnswers } from './creating/create-answers.ts';
import { createStatements, type CreateStatements } from './creating/create-statement.ts';
import { deleteStatement, dependantsOf } from './deleting/delete-statement.ts';
import { UpdateAnswers } from './updating/update-answers.ts';
import { updateStatement } from './updating/update-statement.ts';

/** A surface's writes to a kind, with the readers of the rows: the same alone, in a batch and in a transaction. */
export interface WriteStatements {
  readonly definition: RecordDefinition;
  /** The answer of the surface's writes. */
  readonly answers: WriteAnswer;
  readonly creates: CreateStatements;
  readonly made: CreateAnswers;
  readonly update: NamedStatement;
  readonly updated: UpdateAnswers;
  readonly remove: NamedStatement;
  readonly keys: WrittenKeys;
}

/** Composed once for each kind and surface. `all` are the kinds of the tenants. */
export function writeStatements<C extends Columns>(
  definition: RecordDefinition<C>,
  surface: Surface<C>,
  all: readonly RecordDefinition[],
  rules: RecordRules,
): WriteStatements {
  const { resource } = definition;
  const written = writtenSurface(definition, surface);
  return {
    definition,
    answers: written.answers,
    creates: createStatements(definition, written, rules),
    made: new CreateAnswers(written),
    update: updateStatement(definition, { ...written, dependents: nameDependents(resource, all) }, rules),
    updated: new UpdateAnswers(definition, written),
    remove: deleteStatement(definition, dependantsOf(resource, all), rules),
    keys: writtenKeys(definition),
  };
}
