import { AppError, brokenText, type FieldErrors } from '@rapport/kernel';
import { pathsMax } from './explain.ts';
import { jsonPath } from './json-path.ts';

export interface JsonBody {
  readonly value: unknown;
  /** From the path of each text that nothing can keep to what is wrong there. */
  readonly errors: FieldErrors | undefined;
}

/** Reads a JSON body strictly: valid UTF-8, no member twice, at most twenty levels, so many members and elements. */
export function jsonBody(bytes: Uint8Array, membersMax = membersMaxByDefault): JsonBody {
  const text = decode(bytes);
  const members = measure(text, membersMax);
  const value = parse(text);
  if (countIn(value, 0) !== members) {
    throw malformed('A member is in the body twice; send each once.');
  }
  return { value, errors: mayHoldBrokenText.test(text) ? brokenTexts(value) : undefined };
}

/** The most members and elements of a body, unless its endpoint says otherwise. */
export const membersMaxByDefault = 5_000;

/** The members and elements that the parsed value holds. */
export function membersAndElements(value: unknown): number {
  return countIn(value, 1);
}

const depthMax = 20;

/** The decoder skips a byte order mark and refuses bytes that are not UTF-8. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Such texts come from escapes alone: as plain characters they are no JSON or no UTF-8. */
const mayHoldBrokenText = /\\u(?:0000|[dD][89a-fA-F])/;

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw malformed('The body is not valid UTF-8.');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw malformed(
      text.trim() === ''
        ? 'The body is empty; send a JSON object.'
        : `The body is not valid JSON${locationIn(error, text)}.`,
    );
  }
}

/** The location where the parser stopped, which it does not always say. Its other words may hold a part of the body. */
function locationIn(error: unknown, text: string): string {
  if (String(error).endsWith('Unexpected end of JSON input')) {
    return ': it ends in the middle';
  }
  const [, line, column] = /\(line (\d+) column (\d+)\)$/.exec(String(error)) ?? [];
  if (line !== undefined && column !== undefined) {
    return `: look at line ${line}, column ${column}`;
  }
  const lines = text.slice(0, endOfValues(text)).split(/\r\n|\r|\n/);
  return `: look at line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
}

/** The location where a value must begin and does not, or a word stops being one. The parser found no fault before it. */
function endOfValues(text: string): number {
  let before = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (' \t\n\r'.includes(character)) {
      continue;
    }
    const begins = ['', '[', ',', ':'].includes(before) && !(before === '[' && character === ']');
    if (begins && !/["{[\-\dtfn]/.test(character)) {
      return at;
    }
    const word = begins ? words.find((each) => each.startsWith(character)) : undefined;
    if (word !== undefined && !text.startsWith(word, at)) {
      return at + [...word].findIndex((letter, index) => text.charAt(at + index) !== letter);
    }
    at = character === '"' ? endOfText(text, at) : at;
    before = character;
  }
  return text.length;
}

const words = ['true', 'false', 'null'];

function malformed(detail: string): AppError {
  return new AppError('malformed_json', detail);
}

/**
 * Holds the text to its bounds before anything is made of it, because a body of few bytes may hold very many values. It
 * returns the number of members, which is the number of colons outside texts.
 */
function measure(text: string, membersMax: number): number {
  let depth = 0;
  let members = 0;
  // Members and elements: what is before a comma, and the last one of each object and array that is not empty.
  let all = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        at = endOfText(text, at);
        break;
      case 0x5b: // [
      case 0x7b: // {
        depth += 1;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
        all += isEmpty(text, at) ? 0 : 1;
        break;
      case 0x2c: // ,
        all += 1;
        break;
      case 0x3a: // :
        members += 1;
        break;
    }
    if (depth > depthMax) {
      throw malformed(`The body is nested deeper than ${depthMax} levels.`);
    }
    if (all > membersMax) {
      throw new AppError('payload_too_large', `The body has more than ${membersMax} members and elements; send fewer.`);
    }
  }
  return members;
}

/** Whether nothing but white space is in the object or array that ends here. Its brackets are two apart in ASCII. */
function isEmpty(text: string, end: number): boolean {
  let before = end - 1;
  while (text.charCodeAt(before) <= 0x20) {
    before -= 1;
  }
  return text.charCodeAt(before) === text.charCodeAt(end) - 2;
}

/** The end of the text that begins here: the next quote without an odd number of backslashes before it. */
function endOfText(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let before = quote - 1;
    while (text.charCodeAt(before) === 0x5c) {
      before -= 1;
    }
    if ((quote - before) % 2 === 1) {
      return quote;
    }
  }
  return text.length;
}

/** The members that the parsed value holds, and elements where they count. One that was written twice counts once. */
function countIn(value: unknown, element: 0 | 1): number {
  if (typeof value !== 'object' || value === null) {
    return 0;
  }
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) {
      count += element + countIn(item, element);
    }
    return count;
  }
  for (const name in value) {
    count += 1 + countIn(value[name as keyof typeof value], element);
  }
  return count;
}

/** From the path of each text that nothing can keep to what is wrong there, until an answer names no more paths. */
export function brokenTexts(value: unknown): FieldErrors | undefined {
  const errors = new Map<string, string[]>();
  collectBroken(value, [], errors);
  return errors.size > 0 ? Object.fromEntries(errors) : undefined;
}

/** The path is that of the value while its members are looked at. */
function collectBroken(value: unknown, path: PropertyKey[], errors: Map<string, string[]>): void {
  if (typeof value === 'string') {
    const problem = brokenText(value);
    if (problem) {
      errors.set(jsonPath(path), [problem]);
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
      if (errors.size > pathsMax) {
        return;
      }
      path.push(name);
      collectBroken(name, path, errors);
      collectBroken(member, path, errors);
      path.pop();
    }
  }
}
