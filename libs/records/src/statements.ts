import type { WriteStatement } from './parameters.ts';
import { listStatements } from './reading/list-statements.ts';
import type { PageStatements } from './reading/page-statements.ts';
import { feedStatements } from './reading/feed-statements.ts';
import { getStatement } from './reading/read-statements.ts';
import type { Columns, RecordDefinition } from './resource.ts';
import { recordRules } from './rules.ts';
import { RecordShape, type Shape } from './shape.ts';
import type { Statement } from '@rapport/database';
import { createStatement } from './writing/create-statement.ts';
import { updateStatement } from './writing/update-statement.ts';

export type { PageStatements } from './reading/page-statements.ts';
export { RecordShape } from './shape.ts';

/** What a store of this resource sends for a caller that sees everything, for benches that compare its cost. */
export interface StoreStatements {
  readonly get: Statement;
  readonly list: PageStatements;
  readonly changes: PageStatements;
  readonly create: WriteStatement;
  readonly update: WriteStatement;
}

export function storeStatements<C extends Columns>(definition: RecordDefinition<C>, shown: Shape<C>): StoreStatements {
  const shape = new RecordShape(definition, shown);
  const { resource } = definition;
  return {
    get: getStatement(resource, shape, 'all'),
    list: listStatements(resource, shape, 'all', recordRules),
    changes: feedStatements(resource, 'all', recordRules),
    create: createStatement(definition, shape, recordRules),
    update: updateStatement(definition, shape, 'all', recordRules),
  };
}
