import { z } from 'zod';

/**
 * The body of a create or a full update. An unknown member is refused; the read-only ones are accepted and dropped, so
 * that the body of a GET can be sent back.
 */
export function requestBody<F extends z.ZodRawShape>(id: string, fields: F, readOnly: readonly string[]) {
  const dropped = Object.fromEntries(readOnly.map((name) => [name, z.unknown().optional().meta({ readOnly: true })]));
  return z
    .strictObject({ ...dropped, ...fields })
    .meta({ id })
    .transform((body): z.output<z.ZodObject<F>> => {
      const members: Record<string, unknown> = body;
      for (const name of readOnly) {
        if (Object.hasOwn(members, name)) {
          delete members[name];
        }
      }
      // What is left is what the fields give: the schema is strict, and the rest was taken out above.
      return members as z.output<z.ZodObject<F>>;
    });
}
