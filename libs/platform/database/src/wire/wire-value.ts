import type { WireValue } from './driver-connection.ts';

/** A parameter as the text that PostgreSQL reads: an array becomes its literal, any other object JSON. */
export function wireValue(value: unknown): WireValue {
  if (typeof value === 'string') {
    return value;
  }
  if (value === null || value === undefined) {
    return null;
  }
  if (typeof value === 'object') {
    if (Buffer.isBuffer(value)) {
      return value;
    }
    return Array.isArray(value) ? arrayLiteral(value) : JSON.stringify(value);
  }
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') {
    return String(value);
  }
  throw new TypeError(`a ${typeof value} is no parameter of a statement`);
}

function arrayLiteral(elements: readonly unknown[]): string {
  return `{${elements.map(elementLiteral).join(',')}}`;
}

function elementLiteral(element: unknown): string {
  if (Array.isArray(element)) {
    return arrayLiteral(element);
  }
  const value = wireValue(element);
  if (value === null) {
    return 'null';
  }
  const text = typeof value === 'string' ? value : `\\x${value.toString('hex')}`;
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}
