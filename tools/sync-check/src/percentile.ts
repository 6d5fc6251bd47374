/** The number that the given part of the numbers stays below; 0 where there are none. */
export function percentile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((one, two) => one - two);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
