import { z } from 'zod';

/** Ends a transform with an issue in place of a value. */
export function refuse(context: z.core.$RefinementCtx, message: string): never {
  context.issues.push({ code: 'custom', message, input: undefined });
  return z.NEVER;
}
