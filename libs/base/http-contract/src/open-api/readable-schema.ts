import { choiceKeyword, nameOfList, type Choice } from '@rapport/members/fields';

type Json = Readonly<Record<string, unknown>>;

/** Takes in a list of values, and gives the schema that stands for one of them. */
export type ChoiceNamer = (choice: Required<Pick<Choice, 'list' | 'name'>> & Choice) => Json;

/** A schema in the forms that generators of every language read: named lists of values, alternatives in place of types, exact numbers. */
export function readableSchema(schema: unknown, nameChoice: ChoiceNamer): unknown {
  if (Array.isArray(schema)) {
    return schema.map((item) => readableSchema(item, nameChoice));
  }
  if (typeof schema !== 'object' || schema === null) {
    return schema;
  }
  // A part of a JSON Schema that is no list is an object of members.
  const members = schema as Json;
  const choice = choiceIn(members);
  if (choice !== undefined) {
    return named(members, choice, nameChoice);
  }
  const readable = Object.entries(members).map(([key, value]) => [key, readableSchema(value, nameChoice)]);
  return withAlternatives(Object.fromEntries(readable) as Json);
}

function choiceIn({ [choiceKeyword]: marked, type, enum: list }: Json): Choice | undefined {
  if (marked !== undefined) {
    // Only `choiceOf` makes this member.
    return marked as Choice;
  }
  const isOfWords = type === 'string' && list !== undefined;
  // A list of values is an array in every JSON Schema.
  return isOfWords || (Array.isArray(list) && nameOfList(list) !== undefined) ? { list: list as string[] } : undefined;
}

/** The words of the member on itself stay beside the reference. */
const ofTheMember = ['description', 'default', 'readOnly'] as const;

function named(schema: Json, choice: Choice, nameChoice: ChoiceNamer): Json {
  const name = choice.name ?? nameOfList(choice.list);
  if (name === undefined) {
    throw new Error(`The values ${choice.list.join(', ')} need a name; give them one by namedList.`);
  }
  const reference = nameChoice({ ...choice, name });
  const said = ofTheMember.filter((key) => key in schema).map((key) => [key, schema[key]] as const);
  return {
    ...Object.fromEntries(said),
    ...(choice.isNullable ? { anyOf: [reference, { type: 'null' }] } : reference),
  };
}

/** Types but null are alternatives, because some languages have no type for a list of types. */
function withAlternatives(schema: Json): Json {
  const { type, ...rest } = schema;
  if (!Array.isArray(type) || type.filter((each) => each !== 'null').length < 2) {
    return exact(schema);
  }
  return { ...rest, oneOf: type.map((each: unknown) => exact({ type: each })) };
}

/** A number without a format has half of the digits in some languages. */
function exact(schema: Json): Json {
  const isNumber = [schema['type']].flat().includes('number');
  return isNumber && schema['format'] === undefined ? { ...schema, format: 'double' } : schema;
}
