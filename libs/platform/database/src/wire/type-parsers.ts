import pg from 'pg';

/**
 * Numbers, booleans, JSON and arrays become values; every other type stays the text that PostgreSQL wrote. So do times,
 * because a Date has milliseconds and our times have microseconds.
 */
export function typeParser(oid: number): (text: string) => unknown {
  return parsers.get(oid) ?? asText;
}

const oid = {
  bool: 16,
  bytea: 17,
  int8: 20,
  int2: 21,
  int4: 23,
  oid: 26,
  json: 114,
  float4: 700,
  float8: 701,
  jsonb: 3802,
  boolArray: 1000,
  int2Array: 1005,
  int4Array: 1007,
  textArray: 1009,
  varcharArray: 1015,
  int8Array: 1016,
  uuidArray: 2951,
};

const parsers = new Map<number, (text: string) => unknown>([
  [oid.bool, (text) => text === 't'],
  [oid.int8, wholeNumber],
  [oid.int8Array, (text) => (builtIn(oid.int8Array)(text) as string[]).map(wholeNumber)],
  ...[oid.int2, oid.int4, oid.oid, oid.float4, oid.float8].map((type) => [type, Number] as const),
  ...[oid.json, oid.jsonb].map((type) => [type, (text: string): unknown => JSON.parse(text)] as const),
  ...[oid.bytea, oid.boolArray, oid.int2Array, oid.int4Array, oid.textArray, oid.varcharArray, oid.uuidArray].map(
    (type) => [type, builtIn(type)] as const,
  ),
]);

/** The driver's own parser, which it declares as returning anything. */
function builtIn(type: number): (text: string) => unknown {
  return pg.types.getTypeParser(type) as (text: string) => unknown;
}

function asText(text: string): string {
  return text;
}

/** The number, or the text where a number does not hold it exactly. */
function wholeNumber(text: string): number | string {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text;
}
