import { readOnlyMembers, shownMembers, takenMembers, type Members } from '@rapport/members';
import { z } from 'zod';
import { requestBody, type BodyOptions } from './request-body.ts';

const bodies = new WeakMap<object, NamedBody>();

/**
 * A record that goes in and comes out under one name: the body of an update and the data of a get. Its read-only members
 * are taken and dropped, so that what came out can be sent back.
 */
export function inAndOut<M extends Members>(id: string, members: M, rules: BodyOptions['rules'] = []) {
  const shown = z.object(shownMembers(members));
  const readOnly = readOnlyMembers(members);
  const taken = requestBody(id, takenMembers(members), readOnly, { rules, documented: documentedMembers(members) });
  bodies.set(shown, { name: id, body: taken });
  return { shown, taken };
}

/** The schemas of members that are read-only in bodies: the types that answers have. */
export function documentedMembers(members: Members): Readonly<Record<string, object>> {
  const shown = shownMembers(members);
  return Object.fromEntries(
    readOnlyMembers(members).map((name) => {
      const schema: Record<string, unknown> = { ...z.toJSONSchema(shown[name] ?? z.unknown(), { io: 'output' }) };
      delete schema['$schema'];
      // The document knows the schemas that it names from the answers.
      delete schema['$defs'];
      return [name, schema];
    }),
  );
}

/** The body as which documents show what comes out; undefined for what comes out alone. */
export function bodyInTheNameOf(shown: object): NamedBody | undefined {
  return bodies.get(shown);
}

/** The name under which documents show what comes out, and the body that has it. */
interface NamedBody {
  readonly name: string;
  readonly body: z.ZodType;
}
