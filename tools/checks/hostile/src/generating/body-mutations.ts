import type { Random } from '../random.ts';
import { brokenBytes, hostileTexts, hostileTokens, hostileValues } from './hostile-values.ts';

/** Makes one place of a value hostile: a member of the wrong type, one too many, one too few. */
export function mutateValue(random: Random, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || random.chance(4)) {
    return random.pick(hostileValues);
  }
  const copy: unknown = structuredClone(value);
  const members = copy as Record<string, unknown>;
  const names = Object.keys(members);
  if (random.chance(2)) {
    crowd(random, members);
    return copy;
  }
  const name = names.length === 0 ? 'x' : random.pick(names);
  switch (random.below(6)) {
    case 0:
      delete members[name];
      break;
    case 1:
      members[random.pick(hostileTexts)] = random.pick(hostileValues);
      break;
    case 2:
      members[name] = mutateValue(random, members[name]);
      break;
    default:
      members[name] = random.pick(hostileValues);
  }
  return copy;
}

/** Adds members, custom fields or mistakes in the greatest number that is taken, or more. */
function crowd(random: Random, members: Record<string, unknown>): void {
  const count = random.pick([100, 101, 1_600, 4_900, 5_001, 90_000]);
  const each = <T>(make: (number: number) => T): T[] => Array.from({ length: count }, (_, number) => make(number));
  const kinds: readonly (() => object)[] = [
    () => Object.fromEntries(each((number) => [`m${number}`, number])),
    () => Object.fromEntries(each((number) => [`\u0000${number}`, '\ud800'])),
    () => ({ customFields: each((number) => ({ key: `field-${number}`, value: 'x' })) }),
    () => ({ tags: each(() => '\u0000') }),
    () => ({ filters: each(() => ({ field: 'name', operator: 'in', value: [null] })) }),
    () => ({ items: each(() => ({ name: null })) }),
    () => ({ name: '\u0301\u0323'.repeat(count) }),
  ];
  Object.assign(members, random.pick(kinds)());
}

/** Makes the text of a body hostile, byte by byte. */
export function mutateText(random: Random, text: string): Buffer {
  const at = random.below(text.length + 1);
  const kinds: readonly (() => Buffer)[] = [
    () => Buffer.from(text.slice(0, at)),
    () => Buffer.from(`${text.slice(0, at)}${random.pick(hostileTokens)}${text.slice(at)}`),
    () => Buffer.from(text.replace('{', `{"x":${random.pick(hostileTokens)},`)),
    () => Buffer.from(text.replace(/:("[^"]*"|\w+)/, () => `:${random.pick(hostileTokens)}`)),
    () => Buffer.from(text.replace(/\{("[^"]*":("[^"]*"|\w+))/, '{$1,$1')),
    () => Buffer.concat([Buffer.from(text.slice(0, at)), random.pick(brokenBytes), Buffer.from(text.slice(at))]),
    () => Buffer.from(`\ufeff${text}`),
    () => Buffer.from(text, 'utf16le'),
    () =>
      Buffer.from(
        random.pick(['', ' ', 'null', '0', '"x"', '[]', '{}', '[{}]', 'x', '{"', '\u0000', `${text}${text}`]),
      ),
    () => Buffer.from(nested(random.pick([19, 20, 21, 100, 20_000]), random.pick(['[]', '{}']))),
    () => Buffer.from(text.replace('{', `{"x":${nested(random.pick([18, 19, 20, 1_000]), '[]')},`)),
  ];
  return random.chance(1) ? atTheBorder(random, text) : random.pick(kinds)();
}

/** Makes a form hostile. */
export function mutateForm(random: Random, form: string): Buffer {
  const field = form.split('&')[0] ?? '';
  const kinds: readonly (() => Buffer)[] = [
    () => Buffer.from(`${form}&${field}`),
    () => Buffer.from(`${form}&${'a=b&'.repeat(random.pick([17, 20, 500]))}`),
    () => Buffer.from(`${form}&x=${random.pick(['%', '%zz', '%00', '%ff', '%ed%a0%80', '+', '=', '%26'])}`),
    () => Buffer.from(`${form}&${encodeURIComponent(random.pick(hostileTexts).toWellFormed())}=x`),
    () => Buffer.from(form.replace(/=[^&]*/, () => `=${encodeURIComponent(random.pick(hostileTexts).toWellFormed())}`)),
    () => Buffer.from(form.replace(/=[^&]*/, '=')),
    () => Buffer.concat([Buffer.from(form), random.pick(brokenBytes)]),
    () => Buffer.from(`${form}&pad=${'x'.repeat(random.pick([16_000, 16_384, 20_000]))}`),
    () => Buffer.from(random.pick(['', '&', '=', '&&&', '?', '{}'])),
  ];
  return random.pick(kinds)();
}

function nested(levels: number, [open, close]: string): string {
  return (open === '{' ? '{"a":' : '[').repeat(levels) + (open === '{' ? '1' : '') + (close ?? '').repeat(levels);
}

/**
 * A body of the longest length that is taken, or one byte more. White space around JSON changes nothing. A text that an
 * earlier change has made longer stays as it is.
 */
function atTheBorder(random: Random, text: string): Buffer {
  const missing = bytesMax + random.below(2) - Buffer.byteLength(text);
  return Buffer.concat([Buffer.from(text), Buffer.alloc(Math.max(0, missing), ' ')]);
}

const bytesMax = 1_048_576;
