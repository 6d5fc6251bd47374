import { z } from 'zod';

const refusedFields = new WeakSet<z.ZodType>();

/** A parameter that people know from elsewhere. It is refused with an advice, and no document shows it. */
export function refusedParameter(advice: string) {
  const field = z.undefined({ error: advice }).optional();
  refusedFields.add(field);
  return field;
}

export function isRefusedParameter(field: unknown): boolean {
  return field instanceof z.ZodType && refusedFields.has(field);
}
