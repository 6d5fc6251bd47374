import { z } from 'zod';
import { textPatterns } from './text-patterns.ts';

/** What a body must have that no single member says: at least one of some. */
export interface BodyRule {
  readonly oneOf: readonly string[];
  /** The member at which the problem is named. */
  readonly at: string;
  readonly message: string;
}

export interface BodyOptions {
  readonly rules?: readonly BodyRule[];
  /** What documents say of read-only members, by their names. */
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
  return rules
    .reduce((body, rule) => body.refine(hasOne(rule), whenReadable(rule)), z.strictObject({ ...dropped, ...fields }))
    .meta({ id, ...(rules.length > 0 && { allOf: rules.map(oneOfSchema) }) })
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

function oneOfSchema({ oneOf }: BodyRule) {
  const text = { type: 'string', pattern: textPatterns.notBlank };
  return { anyOf: oneOf.map((member) => ({ required: [member], properties: { [member]: text } })) };
}

function hasOne({ oneOf }: BodyRule) {
  return (body: Record<string, unknown>): boolean => oneOf.some((member) => (body[member] ?? null) !== null);
}

/** A rule is held to with all other problems of the body, but not where a member that it needs is itself wrong. */
function whenReadable({ oneOf, at, message }: BodyRule) {
  return {
    path: [at],
    error: message,
    when: ({ value, issues }: z.core.ParsePayload): boolean =>
      typeof value === 'object' && value !== null && !issues.some(({ path }) => oneOf.includes(String(path?.[0]))),
  };
}
