import type { AnyValues } from '@rapport/command-line';
import type { Endpoint } from '@rapport/http-contract';
import { z } from 'zod';
import { optionNames } from './admin-words.ts';
import { optionOfSchema, type MemberSchema, type ReadOption } from './option-of-schema.ts';

/** A member of an operation's request that an option gives. */
export interface Member extends ReadOption {
  readonly optionName: string;
  /** The part of the request, and the names of the member in it from the outside in. */
  readonly path: readonly [Part, ...string[]];
}

const parts = ['params', 'query', 'headers', 'body'] as const;
type Part = (typeof parts)[number];

export type OperatorRequest = Readonly<Partial<Record<Part, Record<string, unknown>>>>;

/** The members of an operation's request, those of members too. */
export function membersOf(endpoint: Endpoint): readonly Member[] {
  return parts.flatMap((part) => {
    const schema = endpoint[part];
    return schema === undefined ? [] : membersIn([part], objectSchema(schema), true);
  });
}

/** The request with the values of the options that are given. */
export function requestOf({ body }: Endpoint, members: readonly Member[], values: AnyValues): OperatorRequest {
  const request: Partial<Record<Part, Record<string, unknown>>> = {};
  for (const { path, optionName, read } of members) {
    const value = read(values[optionName]);
    if (value !== undefined) {
      put(request, path, value);
    }
  }
  return { ...request, ...(body && { body: request.body ?? {} }) };
}

interface ObjectSchema extends MemberSchema {
  readonly properties?: Readonly<Record<string, ObjectSchema>>;
  readonly required?: readonly string[];
}

/** The schema that the documents show. A named one stands among the definitions. */
function objectSchema(schema: z.ZodType): ObjectSchema {
  const { $ref = '', $defs = {}, ...whole } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return ($defs[$ref.replace('#/$defs/', '')] ?? whole) as ObjectSchema;
}

function membersIn(
  path: Member['path'],
  { properties = {}, required = [] }: ObjectSchema,
  isNeeded: boolean,
): Member[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const isRequired = isNeeded && required.includes(name);
    if (schema.properties) {
      return membersIn([...path, name], schema, isRequired);
    }
    const optionName = optionNameOf(name);
    const { option, read } = optionOfSchema(optionName, name, schema);
    return { optionName, path: [...path, name], option: { ...option, ...(isRequired && { required: true }) }, read };
  });
}

/** `dataScope` is --data-scope. The option leaves out what the member says of its form, as `tenantId` does. */
function optionNameOf(member: string): string {
  const name = optionNames[member] ?? member.replace(/^is(?=[A-Z])|(?:Id|Code|Seconds|OnUtc|Utc)$/g, '');
  return name.replace(/(?!^)[A-Z]/g, '-$&').toLowerCase();
}

function put(into: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    into[name] = value;
  } else {
    put((into[name] ??= {}) as Record<string, unknown>, rest, value);
  }
}
