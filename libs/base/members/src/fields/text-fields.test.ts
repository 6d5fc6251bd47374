import { isPlain } from '@rapport/kernel';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { isCountry } from './countries.ts';
import { isCurrency } from './currencies.ts';
import {
  countryField,
  currencyField,
  emailField,
  externalIdField,
  idParameter,
  keptId,
  keptText,
  optionalDate,
  optionalDateTime,
  optionalId,
  optionalText,
  requiredText,
  websiteField,
} from './text-fields.ts';

const nul = 'This must not contain the character U+0000; remove it.';
const half = 'This must not contain half of a surrogate pair; send whole characters.';
const uuid = '01890000-0000-7000-8000-000000000000';

function read(field: z.ZodType, members: object): unknown {
  const parsed = z.strictObject({ it: field }).safeParse(members);
  return parsed.success ? parsed.data.it : parsed.error.issues.map(({ message }) => message);
}

test.each([
  ['is trimmed', requiredText(5), '  a \t', 'a'],
  ['is normalised', requiredText(4), 'Cafe\u0301', 'Caf\u00e9'],
  ['is measured in code points', requiredText(3), '😀😀😀', '😀😀😀'],
  ['is measured after trimming', requiredText(3), '   abc   ', 'abc'],
  ['may hold anything else', requiredText(50), '\u202e<b>\u2028\\"${x}', '\u202e<b>\u2028\\"${x}'],
  ['may not be too long', requiredText(3), 'abcd', ['This may have at most 3 characters; it has 4.']],
  ['may not be blank', requiredText(3), ' \u00a0 ', ['This must not be blank.']],
  ['may not hold U+0000', requiredText(3), 'a\u0000', [nul]],
  ['may not hold half a pair', requiredText(3), 'a\ud800', [half]],
])('a required text %s', (_, field, given, kept) => {
  expect(read(field, { it: given })).toEqual(kept);
});

test('no character below U+0300 is changed by normalising, alone or behind another', () => {
  const characters = Array.from({ length: 0x2ff }, (_, index) => String.fromCharCode(index + 1));
  const pairs = characters.map((character) => characters.map((before) => before + character).join(''));
  expect(pairs.filter((text) => text.normalize('NFC') !== text)).toEqual([]);
  expect(pairs.every(isPlain)).toBe(true);
});

test.each([
  ['an optional text', optionalText(5), null, null],
  ['a kept text', keptText(5), undefined, undefined],
  ['an external id', externalIdField(), null, undefined],
  ['an optional reference', optionalId(), null, null],
  ['a kept reference', keptId(), undefined, undefined],
  ['a date', optionalDate(), null, null],
  ['a date and time', optionalDateTime(), null, null],
  ['an e-mail address', emailField(), null, null],
])('%s has its value for null and its value for a member that is left out', (_, field, ofNull, ofNothing) => {
  expect(read(field, { it: null })).toBe(ofNull);
  expect(read(field, {})).toBe(ofNothing);
});

test('a blank text is no value where a text may be missing, and is refused where it names something', () => {
  expect(read(optionalText(5), { it: '  ' })).toBeNull();
  for (const field of [keptText(5), externalIdField()]) {
    expect(read(field, { it: '' })).toEqual(['This must not be blank.']);
    expect(read(field, { it: '  ' })).toEqual(['This must not be blank.']);
  }
});

test.each([
  ['info@example.test', true],
  ['a.b+c@mail.example.co.uk', true],
  ['ayşe@örnek.com.tr', true],
  ["o'brien@example.com", true],
  [`a@${'b'.repeat(63)}.com`, true],
  ['info', false],
  ['info@', false],
  ['@example.com', false],
  ['info@example', false],
  ['a b@example.com', false],
  ['a@b@example.com', false],
  ['a@-example.com', false],
  ['a@example..com', false],
  ['.a@example.com', false],
  ['a..b@example.com', false],
  ['a.@example.com', false],
  [`${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example.com`, false],
  [`a@${'b'.repeat(64)}.com`, false],
])('whether %s is taken as an e-mail address is %s', (given, isGood) => {
  expect(read(emailField(), { it: given })).toEqual(isGood ? given : [expect.any(String)]);
});

test.each([
  ['https://example.test/a', true],
  ['HTTP://EXAMPLE.TEST', true],
  ['https://örnek.test/ş?q=1#x', true],
  ['http://localhost:8080', true],
  ['example.test', false],
  ['ftp://example.test', false],
  ['javascript:alert(1)', false],
  ['https://', false],
  ['https:example.test', false],
  ['https://exa mple.test', false],
  ['https:\\\\example.test', false],
  [`https://example.test/${'x'.repeat(480)}`, false],
])('whether %s is taken as a web address is %s', (given, isGood) => {
  expect(read(websiteField(), { it: given })).toEqual(isGood ? given : [expect.any(String)]);
});

test.each(['EUR', 'TRY', 'USD', 'JPY', 'XAU', 'XCG'])('%s is taken as a currency', (code) => {
  expect(read(currencyField(), { it: code })).toBe(code);
});

test.each(['EURO', 'XQQ', 'eur', '€', 'DEM', '978', 978])('%s is refused as a currency', (code) => {
  expect(read(currencyField(), { it: code })).toEqual([expect.any(String)]);
});

test.each(['TR', 'DE', 'GB', 'AX'])('%s is taken as a country', (code) => {
  expect(read(countryField(), { it: code })).toBe(code);
});

test.each(['TUR', 'Turkey', 'tr', '1', 'UK', 'XX', 'EU', 90])('%s is refused as a country', (code) => {
  expect(read(countryField(), { it: code })).toEqual([expect.any(String)]);
});

test('Node’s own tables know every country and currency that is taken', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
  const pairs = letters.flatMap((a) => letters.map((b) => a + b));
  const countries = pairs.filter((code) => isCountry(code) === undefined);
  expect(countries).toHaveLength(249);
  expect(countries.filter((code) => names.of(code) === undefined)).toEqual([]);
  const triples = pairs.flatMap((pair) => letters.map((c) => pair + c));
  const currencies = triples.filter((code) => isCurrency(code) === undefined);
  const unknown = currencies.filter((code) => !/^X/.test(code) && !knownCurrency(code));
  expect(unknown).toEqual([]);
});

function knownCurrency(code: string): boolean {
  const names = new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' });
  return names.of(code) !== undefined || ['VED', 'ZWG'].includes(code);
}

test('a reference is a UUID, and is kept in lower case', () => {
  expect(read(optionalId(), { it: uuid.toUpperCase() })).toBe(uuid);
  expect(read(keptId(), { it: 'no-uuid' })).toEqual(['This must be a UUID.']);
  expect(read(idParameter(), { it: `${uuid}0` })).toEqual(['This must be a UUID.']);
});
