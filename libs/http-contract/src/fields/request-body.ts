import { z } from 'zod';
import { textPatterns } from './text-patterns.ts';

/** What a body must have that no single member says. */
export type BodyRule = OneOfRule | OrderRule;

/** At least one of some members. */
export interface OneOfRule {
  readonly oneOf: readonly string[];
  /** The member at which the problem is named. */
  readonly at: string;
  readonly message: string;
}

/** Two dates or times of which the second is not before the first, where both are there. The problem is named at the second. */
export interface OrderRule {
  readonly inOrder: readonly [first: string, second: string];
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
  const oneOfs = rules.filter((rule) => 'oneOf' in rule);
  return rules

    .reduce((body, rule) => body.refine(check(rule), whenReadable(rule)), z.strictObject({ ...dropped, ...fields }))
    .meta({ id, ...(oneOfs.length > 0 && { allOf: oneOfs.map(oneOfSchema) }) })
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

function oneOfSchema({ oneOf }: OneOfRule) {
  const text = { type: 'string', pattern: textPatterns.notBlank };
  return { anyOf: oneOf.map((member) => ({ required: [member], properties: { [member]: text } })) };
}

function check(rule: BodyRule) {
  return (body: Record<string, unknown>): boolean => {
    if ('oneOf' in rule) {
      return rule.oneOf.some((member) => (body[member] ?? null) !== null);
    }
    const [first, second] = rule.inOrder.map((member) => body[member] ?? null);
    // Dates and times are in one form here, in which the order of the texts is that of time.
    return typeof first !== 'string' || typeof second !== 'string' || first <= second;
  };
}

/** A rule is held to with all other problems of the body, but not where a member that it needs is itself wrong. */
function whenReadable(rule: BodyRule) {
  const [members, at] = 'oneOf' in rule ? [rule.oneOf, rule.at] : [rule.inOrder, rule.inOrder[1]];
  return {
    path: [at],
    error: rule.message,
    when: ({ value, issues }: z.core.ParsePayload): boolean =>
      typeof value === 'object' && value !== null && !issues.some(({ path }) => members.includes(String(path?.[0]))),
  };
}
