import { z } from 'zod';

/** The body of an answer that says no more than that the work is done. */
export const nothing = z.object({}).meta({ id: 'Nothing' });

/** A limit of requests in a minute in place of the plan's. */
export function limit() {
  return z.int().min(1).max(10_000_000).nullable().default(null);
}
