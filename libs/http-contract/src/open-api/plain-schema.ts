import type { JsonSchema } from './schema-components.ts';

/** Names that are words of common languages or their libraries, so that no generated type can have them. */
const takenNames: ReadonlySet<string> = new Set([
  'String',
  'Boolean',
  'Guid',
  'Object',
  'Nothing',
  'Integer',
  'Number',
  'Array',
  'Date',
  'Error',
  'Any',
  'Void',
  'Null',
]);

export function isTakenName(name: string): boolean {
  return takenNames.has(name);
}

/** A schema in the forms that generators of every language read. `named` are the schemas to which it refers. */
export function plainSchema(schema: unknown, named: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(schema)) {
    return schema.map((item) => plainSchema(item, named));
  }
  if (typeof schema !== 'object' || schema === null) {
    return schema;
  }
  const { $ref, ...rest } = schema as JsonSchema;
  const [, name] = /^#\/\$defs\/(.+)$/.exec(String($ref)) ?? [];
  if (name !== undefined && isTakenName(name)) {
    const { id: _, ...inline } = named[name] as JsonSchema;
    return plainSchema({ ...inline, ...rest }, named);
  }
  const members = Object.entries(withNamesAlone(schema as JsonSchema)).map(([key, value]) => [key, plainSchema(value, named)]);
  return withoutTypeList(Object.fromEntries(members) as JsonSchema);
}

/** Words that are taken as numbers too: the names are the values, and the numbers stand in the description. */
function withNamesAlone(schema: JsonSchema): JsonSchema {
  const values = schema['enum'];
  if (!Array.isArray(values)) {
    return schema;
  }
  const names = values.filter((value) => typeof value === 'string');
  const numbers = values.filter((value) => typeof value === 'number');
  if (names.length !== numbers.length) {
    return schema;
  }
  const asNumbers = `Taken as a number too: ${names.map((name, index) => `${name} ${numbers[index]}`).join(', ')}.`;
  const { type, description, ...rest } = schema;
  return {
    ...rest,
    ...(type === undefined ? {} : { type: 'string' }),
    enum: values.filter((value) => typeof value !== 'number'),
    description: description === undefined ? asNumbers : `${String(description)} ${asNumbers}`,
  };
}

/** Several types but null are alternatives: some languages have no type for a list of types. */
function withoutTypeList(schema: JsonSchema): JsonSchema {
  const { type, ...rest } = schema;
  if (!Array.isArray(type) || type.includes('null') || 'enum' in rest) {
    return schema;
  }
  return { ...rest, oneOf: type.map((each: unknown) => ({ type: each })) };
}
