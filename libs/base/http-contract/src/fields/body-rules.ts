import { textPatterns } from '@rapport/members/fields';
import type { BodyRule } from './request-body.ts';

/** At least one of some texts is there. */
export function oneOf(of: readonly string[], { at, message }: Pick<BodyRule, 'at' | 'message'>): BodyRule {
  const text = { type: 'string', pattern: textPatterns.notBlank };
  return {
    of,
    at,
    message,
    holds: (body) => of.some((member) => isThere(body[member])),
    schema: { anyOf: of.map((member) => ({ required: [member], properties: { [member]: text } })) },
  };
}

/** Of two dates or times the second is not before the first, where both are there. */
export function inOrder(first: string, second: string): BodyRule {
  return {
    of: [first, second],
    at: second,
    message: `This must not be before ${first}.`,
    holds: ({ [first]: one, [second]: other }) =>
      // Dates and times are in one form here, in which the order of the texts is that of time.
      typeof one !== 'string' || typeof other !== 'string' || one <= other,
  };
}

/** A member is there where another one has a certain value. */
export function neededWith(member: string, other: string, value: string, message: string): BodyRule {
  return {
    of: [member, other],
    at: member,
    message,
    holds: (body) => body[other] !== value || isThere(body[member]),
  };
}

function isThere(value: unknown): boolean {
  return (value ?? null) !== null;
}
