import { requiredText } from '@rapport/members/fields';
import { z } from 'zod';

/** The body of an answer that says no more than that the work is done. */
export const nothing = z.object({}).meta({ id: 'Done' });

/** The words of a search, in texts such as "the name". */
export function wordsOf(texts: string) {
  return requiredText(254).optional().describe(`Words that occur in ${texts}.`);
}

/** A limit of requests in a minute in place of the plan's. */
export function limit() {
  return z.int().min(1).max(10_000_000).nullable().default(null).describe("In place of the plan's limit.");
}

/** The years in which operators set times. Everything that follows from such a time keeps its microseconds. */
export const yearsOfOperators = [2000, 2200] as const;
