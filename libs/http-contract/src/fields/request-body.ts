import { z } from 'zod';

/**
 * The body of a create or a full update. An unknown member is refused. The read-only members are accepted and dropped,
 * so that a client can send back the body of a GET.
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
      // Only the fields' own members are left: the schema is strict, and the loop took out the read-only ones.
      return members as z.output<z.ZodObject<F>>;
    });
}
