import type { NameCopy } from '../defining/definition.ts';
import { visibleTo, type ScopePredicates, type Viewer } from './visibility.ts';

/** The copied name of a row of a page: null where the scope does not show the record that it names. */
export function copyInPage({ sees }: ScopePredicates): (copy: NameCopy) => string {
  return ({ resource: { table }, column, copy }) => {
    const predicate = sees('target');
    const seen = `(select true from tenant.${table} target where target.id = record.${column} and ${predicate})`;
    return predicate === 'true' ? `record.${copy}` : `case when ${seen} then record.${copy} end`;
  };
}

/** The name in one record, likewise. */
export function copyVisibleTo(viewer: Viewer): (copy: NameCopy) => string {
  return ({ target, resource: { table }, column, copy }) => {
    const predicate = visibleTo(target, viewer, 'target');
    const seen = `(select true from tenant.${table} target
    where target.id = record.${column} and ${predicate})`;
    const isAll = 'scope' in viewer ? `${viewer.scope} = 'all' or ` : '';
    return predicate === 'true' ? `record.${copy}` : `case when ${isAll}${seen} then record.${copy} end`;
  };
}
