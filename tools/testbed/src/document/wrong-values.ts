import type { ApiDocument, Schema } from './api-document.ts';

/** A value that breaks one rule of a schema, and the path at which its problem is named. */
export interface WrongValue {
  readonly path: string;
  readonly value: unknown;
}

/** For every member of a body: values that break each of its rules, as `path` and the member's whole value. */
export function wrongMembers(
  document: ApiDocument,
  body: Schema,
  right: Readonly<Record<string, unknown>>,
): Map<string, WrongValue[]> {
  const { properties = {}, required = [] } = document.resolve(body);
  const written = Object.entries(properties).filter(([, { readOnly }]) => readOnly !== true);
  return new Map(
    written.map(([name, schema]) => {
      const missing = required.includes(name) ? [{ path: name, value: undefined }] : [];
      return [name, [...wrongValues(document, name, schema, right[name]), ...missing]];
    }),
  );
}

/** The members that a body may leave out alone, but not together. */
export function alternativesOf(document: ApiDocument, body: Schema): readonly (readonly string[])[] {
  const { allOf = [] } = document.resolve(body);
  return allOf.map(({ anyOf = [] }) => anyOf.flatMap(({ required = [] }) => required));
}

/** A value without a type is taken as it is: what it must be is told in words alone. */
export function wrongValues(document: ApiDocument, path: string, given: Schema, right?: unknown): WrongValue[] {
  const alternatives = (given.anyOf ?? [given]).map((schema) => document.resolve(schema));
  const schema = alternatives.find(({ type }) => type !== 'null') ?? given;
  const types = [schema.type ?? (schema.oneOf ?? []).flatMap(({ type }) => type ?? [])].flat();
  if (types.length === 0) {
    return [];
  }
  const isNullable = types.includes('null') || alternatives.some(({ type }) => type === 'null');
  return [
    ...(isNullable ? [] : [{ path, value: null }]),
    ...otherTypes(types).map((value) => ({ path, value })),
    ...(types.includes('string') ? wrongTexts(document, schema).map((value) => ({ path, value })) : []),
    ...(types.includes('number') || types.includes('integer') ? wrongNumbers(schema, types) : []).map((value) => ({
      path,
      value,
    })),
    ...(types.includes('object') ? wrongObjects(document, path, schema, right) : []),
    ...(types.includes('array') ? wrongArrays(document, path, schema, right) : []),
  ];
}

const ofEachType: Readonly<Record<string, readonly unknown[]>> = {
  string: ['A text'],
  // So great that no word has it as its number.
  number: [1_000],
  boolean: [true, false],
  array: [[], ['A text']],
  object: [{}, { length: 1 }],
};

function otherTypes(types: readonly unknown[]): unknown[] {
  const taken = types.includes('integer') ? [...types, 'number'] : types;
  return Object.entries(ofEachType).flatMap(([type, values]) => (taken.includes(type) ? [] : values));
}

function wrongTexts(document: ApiDocument, schema: Schema): unknown[] {
  const { maxLength, minLength, enum: words } = schema;
  if (words !== undefined) {
    return ['nonsense', `${String(words[0])} `, String(words[0]).toUpperCase(), '1'].filter(
      (text) => !words.includes(text),
    );
  }
  const isWrong = (text: string): boolean => document.problemOf(schema, text) !== undefined;
  const hasPattern = schema['pattern'] !== undefined;
  return [
    ...(hasPattern ? ['\u0000', 'a\ud800b'] : []),
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1), '\u{1f600}'.repeat(maxLength + 1)]),
    ...(minLength === undefined ? [] : ['']),
    ...(minLength === undefined ? [] : blank.filter(isWrong)),
    ...formless.filter(isWrong),
  ];
}

/** A text that may be left out may be blank too, though not empty where it stands in a query. */
const blank = [' \t\n', '\u3000'];

/** Texts that one form or another does not take. */
const formless = ['nonsense', 'a@b@c', 'ftp://x', 'javascript:alert(1)', '2026-02-30', '31.01.2026', 'eur', 'EURO'];

function wrongNumbers({ minimum, maximum, enum: words }: Schema, types: readonly unknown[]): unknown[] {
  if (words !== undefined) {
    return [0, 1_000, 1.5];
  }
  const isAmount = !types.includes('integer');
  return [
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1, 1e300]),
    ...(isAmount && maximum !== undefined ? [1.000_01, 1e-7] : []),
    ...(isAmount ? [] : [1.5]),
  ];
}

function wrongObjects(document: ApiDocument, path: string, schema: Schema, right: unknown): WrongValue[] {
  const members: Record<string, unknown> = typeof right === 'object' && right !== null ? { ...right } : {};
  const inner = wrongMembers(document, schema, members);
  const wrong = [...inner].flatMap(([name, values]) =>
    values.map(({ path: at, value }) => ({ path: `${path}.${at}`, value: { ...members, [name]: value } })),
  );
  return [...wrong, { path: `${path}.nonsense`, value: { ...members, nonsense: 1 } }];
}

function wrongArrays(
  document: ApiDocument,
  path: string,
  { items = {}, maxItems, uniqueItems }: Schema,
  right: unknown,
): WrongValue[] {
  const [first] = Array.isArray(right) ? (right as unknown[]) : [];
  const wrong = wrongValues(document, `${path}[0]`, items, first);
  const tooMany =
    typeof maxItems === 'number' ? [{ path, value: Array.from({ length: maxItems + 1 }, () => first) }] : [];
  const text = first ?? 'A text';
  const twice = uniqueItems === true ? [{ path, value: [text, text] }] : [];
  return [...wrong.map(({ path: at, value }) => ({ path: at, value: [value] })), ...tooMany, ...twice];
}
