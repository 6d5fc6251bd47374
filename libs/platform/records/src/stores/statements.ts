import type { Statement } from '@rapport/database';
import type { Columns, RecordDefinition } from '../defining/definition.ts';
import type { Surface } from '../defining/surface.ts';
import { feedStatements } from '../reading/pages/feed-statements.ts';
import { listStatements } from '../reading/pages/list-statements.ts';
import type { PageStatements } from '../reading/pages/page-statements.ts';
import { getStatement } from '../reading/read-statements.ts';
import { RecordShape } from '../showing/shape.ts';
import { recordRules } from '../stamping/rules.ts';
import { writeStatements, type WriteStatements } from '../writing/write-statements.ts';

export type { PageStatements } from '../reading/pages/page-statements.ts';
export { RecordShape } from '../showing/shape.ts';
export type { WriteStatement } from '../stamping/parameters.ts';
export { stepStatement } from '../writing/stepping/step-statement.ts';

/** The statements of this resource's stores for a caller that sees everything, for benches and for rendered ones. */
export interface StoreStatements extends WriteStatements {
  readonly get: Statement;
  readonly list: PageStatements;
  readonly changes: PageStatements;
}

export function storeStatements<C extends Columns>(
  definition: RecordDefinition<C>,
  surface: Surface<C>,
  all: readonly RecordDefinition[],
): StoreStatements {
  const { resource } = definition;
  const shape = new RecordShape(definition, surface.shows);
  return {
    ...writeStatements(definition, surface, all, recordRules),
    get: getStatement(definition, shape, 'all'),
    list: listStatements(resource, shape, 'all', recordRules),
    changes: feedStatements(resource, 'all', recordRules),
  };
}
