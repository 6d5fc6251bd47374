import type { NameJoin } from '../defining/definition.ts';
import { isRecord, type RecordTarget } from '../defining/target.ts';
import { visibleTo, type ScopePredicates, type Viewer } from './visibility.ts';

/** The name of a record's owner. */
export const ownerName: NameJoin = {
  member: 'ownerUserId',
  column: 'owner_user_id',
  target: null,
  joinedAs: 'ownerName',
};

/** The name that a row of a page shows beside a reference: null where the scope does not show what it names. */
export function joinInPage({ sees }: ScopePredicates): (join: NameJoin) => string {
  return (join) => nameOf(join, () => sees('target'));
}

/** The name in one record, likewise. */
export function joinVisibleTo(viewer: Viewer): (join: NameJoin) => string {
  return (join) => nameOf(join, (target) => visibleTo(target, viewer, 'target'));
}

function nameOf({ target, column }: NameJoin, isSeen: (target: RecordTarget) => string): string {
  if (target === null) {
    return `(select member.name from cell.member where member.tenant = :tenant and member.id = record.${column})`;
  }
  const [table, also] = isRecord(target) ? [target.resource.table, ` and ${isSeen(target)}`] : [target.table, ''];
  return `(select target.name from tenant.${table} target where target.id = record.${column}${also})`;
}
