import { AppError, brokenText, type FieldErrors } from '@rapport/kernel';
import { jsonPath } from './json-path.ts';

export interface JsonBody {
  readonly value: unknown;
  /** From each place with a text that nothing can keep to what is wrong there. */
  readonly errors: FieldErrors | undefined;
}

/** Reads a JSON body strictly: valid UTF-8, no member twice, at most twenty levels. */
export function jsonBody(bytes: Uint8Array): JsonBody {
  const text = decode(bytes);
  const { depth, members } = measure(text);
  if (depth > depthMax) {
    throw malformed(`The body is nested deeper than ${depthMax} levels.`);
  }
  const value = parse(text);
  if (countMembers(value) !== members) {
    throw malformed('A member is in the body twice; send each once.');
  }
  return { value, errors: mayHoldBrokenText.test(text) ? brokenTexts(value) : undefined };
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
  } catch {
    throw malformed(text.trim() === '' ? 'The body is empty; send a JSON object.' : 'The body is not valid JSON.');
  }
}

function malformed(detail: string): AppError {
  return new AppError('malformed_json', detail);
}

/** One pass before parsing finds the depth, and the number of members, which is the number of colons outside texts. */
function measure(text: string): { depth: number; members: number } {
  let depth = 0;
  let deepest = 0;
  let members = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        at = endOfText(text, at);
        break;
      case 0x5b: // [
      case 0x7b: // {
        depth += 1;
        deepest = Math.max(deepest, depth);
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
        break;
      case 0x3a: // :
        members += 1;
        break;
    }
  }
  return { depth: deepest, members };
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

/** How many members the parsed value holds. A member that was written twice counts once. */
function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) {
    return 0;
  }
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) {
      count += countMembers(item);
    }
    return count;
  }
  for (const name in value) {
    count += 1 + countMembers(value[name as keyof typeof value]);
  }
  return count;
}

/** From each place with a text that nothing can keep to what is wrong there. */
export function brokenTexts(value: unknown): FieldErrors | undefined {
  const errors: FieldErrors = {};
  collectBroken(value, [], errors);
  return Object.keys(errors).length > 0 ? errors : undefined;
}

function collectBroken(value: unknown, path: readonly PropertyKey[], errors: FieldErrors): void {
  if (typeof value === 'string') {
    const problem = brokenText(value);
    if (problem) {
      errors[jsonPath(path)] = [problem];
    }
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => collectBroken(item, [...path, index], errors));
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      collectBroken(name, [...path, name], errors);
      collectBroken(member, [...path, name], errors);
    }
  }
}
