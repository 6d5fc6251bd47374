import { z } from 'zod';

/** A rule of a body that no single member says. */
export interface BodyRule {
  /** The members that it looks at. */
  readonly of: readonly string[];
  /** The member at which the problem is named. */
  readonly at: string;
  readonly message: string;
  readonly holds: (body: Readonly<Record<string, unknown>>) => boolean;
  /** The schema that documents show of it. */
  readonly schema?: object;
}

export interface BodyOptions {
  readonly rules?: readonly BodyRule[];
  /** The schemas of read-only members in documents, by their names. */
  readonly documented?: Readonly<Record<string, object>>;
}

/**
 * The body of a create or a full update. An unknown member is refused. The read-only members are accepted and dropped,
 * so that a client can send back the body of a GET.
 */
export function requestBody<F extends z.ZodRawShape>(
  id: string,
  fields: F,
  readOnly: readonly string[],
  { rules = [], documented = {} }: BodyOptions = {},
) {
  const dropped = Object.fromEntries(
    readOnly.map((name) => [
      name,
      z
        .unknown()
        .optional()
        .meta({ ...documented[name], readOnly: true }),
    ]),
  );
  const schemas = rules.flatMap(({ schema }) => schema ?? []);
  const body = heldTo(z.strictObject({ ...dropped, ...fields }), rules)
    .meta({ id, ...(schemas.length > 0 && { allOf: schemas }) })
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
  droppedMembers.set(body, readOnly);
  return body;
}

const droppedMembers = new WeakMap<z.ZodType, readonly string[]>();

/** The members that the body takes and drops. */
export function droppedBy(body: z.ZodType | undefined): readonly string[] {
  return (body && droppedMembers.get(body)) ?? [];
}

/** The rules are asked with all other problems of the body, but not where a member that one looks at is itself wrong. */
export function heldTo<Body extends z.ZodObject>(body: Body, rules: readonly BodyRule[]): Body {
  return rules.reduce(
    (held, { of, at, message, holds }) =>
      held.refine(holds, {
        path: [at],
        error: message,
        when: ({ value, issues }) => isObject(value) && !issues.some(({ path }) => of.includes(String(path?.[0]))),
      }),
    body,
  );
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
