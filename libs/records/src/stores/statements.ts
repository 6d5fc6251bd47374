import type { Statement } from '@rapport/database';
import { nameBearers, type Columns, type RecordDefinition } from '../defining/definition.ts';
import type { WriteStatement } from '../stamping/parameters.ts';
import { feedStatements } from '../reading/pages/feed-statements.ts';
import { listStatements } from '../reading/pages/list-statements.ts';
import type { PageStatements } from '../reading/pages/page-statements.ts';
import { getStatement } from '../reading/read-statements.ts';
import { recordRules } from '../stamping/rules.ts';
import { RecordShape } from '../showing/shape.ts';
import type { Surface } from '../defining/surface.ts';
import { createStatements, type CreateStatements } from '../writing/creating/create-statement.ts';
import { deleteStatement, dependantsOf } from '../writing/deleting/delete-statement.ts';
import { updateStatement } from '../writing/updating/update-statement.ts';
import { writtenSurface } from '../writing/body/written-surface.ts';

export type { WriteStatement } from '../stamping/parameters.ts';
export { stepStatement } from '../writing/stepping/step-statement.ts';
export type { PageStatements } from '../reading/pages/page-statements.ts';
export { RecordShape } from '../showing/shape.ts';

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
