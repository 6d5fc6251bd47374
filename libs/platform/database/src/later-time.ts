/** Sets a time of change that is later than the one before, also where the clock went back. */
export function laterTime(column: string): string {
  return `${column} = greatest(clock_timestamp(), ${column} + interval '1 microsecond')`;
}
