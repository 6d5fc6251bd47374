import type { LocatedOperation } from './document.ts';

/** The operations of each tag. Where records are made, those come first that a newcomer tries first. */
export function byTag(operations: readonly LocatedOperation[]): [string, LocatedOperation[]][] {
  const groups = [...Map.groupBy(operations, ({ operation }) => operation.tags?.[0] ?? 'other')];
  return groups.map(([tag, located]) => [tag, located.some((each) => rankOf(each) === 1) ? inOrder(located) : located]);
}

function inOrder(located: readonly LocatedOperation[]): LocatedOperation[] {
  return located.toSorted((one, other) => rankOf(one) - rankOf(other));
}

const acts = [/^(list|search)(?!.*Changes$)/, /^create/, /^get(?!.*By[A-Z])/, /^update/, /^delete/];

function rankOf({ operation: { operationId } }: LocatedOperation): number {
  const rank = acts.findIndex((act) => act.test(operationId));
  return rank === -1 ? acts.length : rank;
}
