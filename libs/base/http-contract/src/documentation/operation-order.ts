import type { Placed } from './document.ts';

/** The operations of each tag. Where records are made, those come first that a newcomer tries first. */
export function byTag(operations: readonly Placed[]): [string, Placed[]][] {
  const groups = [...Map.groupBy(operations, ({ operation }) => operation.tags?.[0] ?? 'other')];
  return groups.map(([tag, placed]) => [tag, placed.some((each) => rankOf(each) === 1) ? inOrder(placed) : placed]);
}

function inOrder(placed: readonly Placed[]): Placed[] {
  return placed.toSorted((one, other) => rankOf(one) - rankOf(other));
}

const acts = [/^(list|search)(?!.*Changes$)/, /^create/, /^get(?!.*By[A-Z])/, /^update/, /^delete/];

function rankOf({ operation: { operationId } }: Placed): number {
  const rank = acts.findIndex((act) => act.test(operationId));
  return rank === -1 ? acts.length : rank;
}
