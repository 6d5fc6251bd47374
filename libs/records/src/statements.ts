import type { Statement } from '@rapport/database';
import { nameBearers, type Columns, type RecordDefinition } from './definition.ts';
import type { WriteStatement } from './parameters.ts';
import { feedStatements } from './reading/feed-statements.ts';
import { listStatements } from './reading/list-statements.ts';
import type { PageStatements } from './reading/page-statements.ts';
import { getStatement } from './reading/read-statements.ts';
import { recordRules } from './rules.ts';
import { RecordShape } from './shape.ts';
import type { Surface } from './surface.ts';
import { createStatements, type CreateStatements } from './writing/create-statement.ts';
import { deleteStatement, dependantsOf } from './writing/delete-statement.ts';
import { updateStatement } from './writing/update-statement.ts';
import { writtenSurface } from './writing/written-surface.ts';

export type { WriteStatement } from './parameters.ts';
export { stepStatement } from './writing/step-statement.ts';
export type { PageStatements } from './reading/page-statements.ts';
export { RecordShape } from './shape.ts';

/** What a store of this resource sends for a caller that sees everything, for benches and for the rendered statements. */
export interface StoreStatements {
  readonly get: Statement;
  readonly list: PageStatements;
  readonly changes: PageStatements;
  readonly creates: CreateStatements;
  readonly update: WriteStatement;
  readonly remove: WriteStatement;
}

export function storeStatements<C extends Columns>(
  definition: RecordDefinition<C>,
  surface: Surface<C>,
  all: readonly RecordDefinition[],
): StoreStatements {
  const { resource } = definition;
  const shape = new RecordShape(definition, surface.shows);
  const written = writtenSurface(definition, surface);
  const bearers = nameBearers(resource, all);
  return {
    get: getStatement(definition, shape, 'all'),
    list: listStatements(resource, shape, 'all', recordRules),
    changes: feedStatements(resource, 'all', recordRules),
    creates: createStatements(definition, written, recordRules),
    update: updateStatement(definition, { ...written, bearers }, recordRules),
    remove: deleteStatement(definition, dependantsOf(resource, all), recordRules),
  };
}
