import { WrongUse } from './failure.ts';

/** A whole number that an option has as a text. */
export function countOf(name: string, text: string, least = 1): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (!(count >= least)) {
    throw new WrongUse(`--${name} is a whole number from ${least} on.`);
  }
  return count;
}
