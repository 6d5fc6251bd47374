import type { AnyRecord } from '../lists/records.ts';

/** A customer group with those below it. */
export interface Branch {
  readonly group: AnyRecord;
  readonly below: readonly Branch[];
}

/** The groups as a tree. A group whose parent is not among them stands at the top, so that none is lost. */
export function treeOf(groups: readonly AnyRecord[]): readonly Branch[] {
  const ids = new Set(groups.map(({ id }) => id));
  const byParent = Map.groupBy(groups, ({ parentId }) => (ids.has(String(parentId)) ? String(parentId) : ''));
  const branchesOf = (parent: string): readonly Branch[] =>
    (byParent.get(parent) ?? []).map((group) => ({ group, below: branchesOf(group.id) }));
  return branchesOf('');
}
