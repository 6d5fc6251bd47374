import {
  amountField,
  countryField,
  currencyField,
  emailField,
  emailOfPerson,
  externalIdField,
  keptId,
  keptText,
  listedText,
  optionalDate,
  optionalDateTime,
  optionalId,
  optionalText,
  requiredCountry,
  requiredEmail,
  requiredText,
  websiteField,
  wholeNumberField,
} from '@rapport/members/fields';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { idempotencyKeyHeader } from '../fields/header-fields.ts';
import { pageQuery } from '../fields/page-query.ts';
import { oneOf } from '../fields/body-rules.ts';
import { requestBody } from '../fields/request-body.ts';
import { requestParser } from '../parsing/request-parser.ts';
import { parametersOf } from './request.ts';
import { SchemaComponents } from './schema-components.ts';

const fields = {
  requiredText: requiredText(10),
  optionalText: optionalText(10),
  keptText: keptText(10),
  externalId: externalIdField(),
  email: emailField(),
  website: websiteField(),
  currency: currencyField(),
  country: countryField(),
  requiredCountry: requiredCountry(),
  requiredEmail: requiredEmail(),
  emailOfPerson: emailOfPerson(),
  optionalId: optionalId(),
  keptId: keptId(),
  date: optionalDate(),
  dateTime: optionalDateTime(),
  boundedDateTime: optionalDateTime([2000, 2200]),
  amount: amountField(),
  positiveAmount: amountField({ min: 0 }),
  wholeNumber: wholeNumberField(0, 100),
};

const texts = [
  '',
  ' ',
  '\t\n',
  '\u00a0',
  '\ufeff',
  '\u0000',
  'a\u0000',
  'a',
  'ş',
  '0123456789',
  '01234567890',
  '😀😀😀😀😀😀😀😀😀😀',
  'EUR',
  ' EUR ',
  'eur',
  'XXX',
  'EURO',
  'TR',
  'tr',
  'ZZ',
  ' TR\n',
  'info@example.com',
  ' info@example.com ',
  'çağrı@örnek.com.tr',
  'info@example',
  '.a@example.com',
  'a..b@example.com',
  'a.@example.com',
  'a b@example.com',
  'a@-b.com',
  'a@b..com',
  'a@b.c',
  '"a"@example.com',
  'https://example.com',
  'HTTP://example.com/ä?b#c',
  ' https://example.com ',
  'ftp://example.com',
  'https://',
  'https://a b',
  'https://a\\b',
  'javascript:alert(1)',
  '01990000-0000-7000-8000-000000000001',
  '01990000-0000-7000-8000-00000000000A',
  ' 01990000-0000-7000-8000-000000000001',
  '01990000-0000-7000-8000-00000000000',
  '{01990000-0000-7000-8000-000000000001}',
  '2026-01-31',
  '2026-13-01',
  '2026-00-10',
  '0000-01-01',
  '2026-1-31',
  '2026-02-29',
  '2026-02-30',
  '2024-02-29',
  '2000-02-29',
  '1900-02-29',
  '0400-02-29',
  '2026-04-31',
  '2026-12-31',
  '2026-01-31T09:30:00Z',
  '2026-01-31t09:30z',
  '2026-01-31T09:30:00.123456789+0300',
  '2026-01-31T09:30:00,5-11',
  '2026-01-31T09:30:00',
  '2026-02-30T09:30:00Z',
  '2026-01-31 09:30:00Z',
  '2026-01-31T24:00:00Z',
  '2026-01-31T23:59:60Z',
  '2026-01-31T09:30:00+24:00',
  '٢٠٢٦-٠١-٣١',
];

/** Values that a description refuses, and no pattern can. */
const onlyDescribed: Readonly<Record<string, readonly unknown[]>> = {
  amount: [0.00001],
  email: [`${'a'.repeat(40)}.${'a'.repeat(40)}@example.com`],
  emailOfPerson: ['a@127.0.0.10'],
  website: ['https://[', 'https://a:99999'],
  dateTime: ['0001-01-01T00:00:00+01:00', '9999-12-31T23:59:59-01:00'],
  boundedDateTime: [
    '1999-12-31T23:59:59Z',
    '2000-01-01T00:00:00+01:00',
    '2201-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
  ],
};

/** Texts that are measured only after they are trimmed. */
const padded = [' 0123456789 ', `${' '.repeat(20)}`];

const schemas = new SchemaComponents();

for (const [kind, field] of Object.entries(fields)) {
  const body = z.strictObject({ field });
  const byDocument = validator(body);
  const accepts = acceptorOf(body);

  test(`a text is valid as ${kind} by the document exactly where the parser takes it`, () => {
    for (const text of texts.filter((one) => kind !== 'website' || one !== 'https://')) {
      expect({ text, isValid: byDocument({ field: text }) }).toEqual({ text, isValid: accepts({ field: text }) });
    }
    for (const other of [null, undefined, 1, 0, -1, 0.1, 0.0003, 101, 1e11, 99_999_999_999.9999, true, {}, []]) {
      expect({ other, isValid: byDocument({ field: other }) }).toEqual({ other, isValid: accepts({ field: other }) });
    }
  });

  test(`what the document leaves to words is refused as ${kind}`, () => {
    for (const text of onlyDescribed[kind] ?? []) {
      expect({ text, isValid: byDocument({ field: text }) }).toEqual({ text, isValid: true });
      expect({ text, isTaken: accepts({ field: text }) }).toEqual({ text, isTaken: false });
    }
  });
}

test('the space around a text is not measured by the parser, and no schema can say so', () => {
  const body = z.strictObject({ field: fields.optionalText });
  for (const text of padded) {
    expect(acceptorOf(body)({ field: text })).toBe(true);
  }
});

test.each(['k', 'a b', 'x'.repeat(200), '', 'x'.repeat(201), 'ş', '\u007f'])(
  'the idempotency key "%s" is valid by the document exactly where the parser takes it',
  (key) => {
    const headers = z.object({ 'idempotency-key': idempotencyKeyHeader() });
    const parse = requestParser(endpointWith({ headers }));
    const isTaken = succeeds(() =>
      parse({ params: {}, search: '', headers: { 'idempotency-key': key }, body: undefined }),
    );
    expect(validator(headers)({ 'idempotency-key': key })).toBe(isTaken);
  },
);

test.each([
  ['pageSize', 0, true],
  ['pageSize', 1_000, true],
  ['pageSize', -5, true],
  ['pageSize', 1.5, false],
  ['cursor', '', false],
  ['updatedFrom', '2026-01-31T09:30:00Z', true],
  ['updatedFrom', '2026-01-31', false],
  ['updatedFrom', '', false],
])('the parameter %s with the value %j is %s by the document and by the parser', (name, value, isValid) => {
  const parse = requestParser(endpointWith({ query: pageQuery }));
  const search = new URLSearchParams({ [name]: String(value) }).toString();
  expect(succeeds(() => parse({ params: {}, search, headers: {}, body: undefined }))).toBe(isValid);
  const { [name as 'cursor']: schema } = pageQuery.shape;
  expect(validator(z.object({ [name]: schema }))({ [name]: value })).toBe(isValid);
});

test.each([
  ['', false],
  [' ', true],
  ['too dear', true],
])('the text parameter %j is valid by the document and by the parser: %s', (reason, isValid) => {
  const stepping = endpointWith({ query: z.object({ reason: optionalText(50) }) });
  const search = new URLSearchParams({ reason }).toString();
  const parse = requestParser(stepping);
  expect(succeeds(() => parse({ params: {}, search, headers: {}, body: undefined }))).toBe(isValid);
  const [parameter] = parametersOf(stepping, new SchemaComponents());
  const validate = new Ajv2020({ strict: false }).compile(parameter?.['schema'] as object);
  expect(validate(reason)).toBe(isValid);
});

test.each([
  ['things.read', true],
  [' other\n', true],
  ['thingsXread', false],
  ['things.read other', false],
  ['Things.read', false],
  [' ', false],
])('by the document and by the parser the text %j is of the list: %s', (text, isListed) => {
  const listed = listedText(['things.read', 'other'], 'thing');
  const body = z.object({ listed });
  expect(validator(body)({ listed: text })).toBe(isListed);
  expect(acceptorOf(body)({ listed: text })).toBe(isListed);
});

function validator(schema: z.ZodType): (value: unknown) => boolean {
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schemas.use(schema, 'input'));
  return (value) => validate(value);
}

function acceptorOf(body: z.ZodType): (value: unknown) => boolean {
  const parse = requestParser(endpointWith({ body }));
  return (value) => succeeds(() => parse({ params: {}, search: '', headers: {}, body: { value, errors: undefined } }));
}

function endpointWith(members: { body?: z.ZodType; query?: z.ZodObject; headers?: z.ZodObject }) {
  const known = { operationId: 'x', method: 'post', path: '/x', access: 'open', errors: [] } as const;
  return endpoint({ ...known, success: { status: 200 }, ...members });
}

function succeeds(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

test('a body that needs one of some members is valid by the document exactly where the parser takes it', () => {
  const rule = oneOf(['last', 'company'], { at: 'last', message: 'Send one.' });
  const names = { last: optionalText(10), company: optionalText(10) };
  const body = requestBody('NamedBody', names, ['id'], { rules: [rule] });
  const components = new SchemaComponents();
  components.use(body, 'input');
  const validate = new Ajv2020({ strict: false }).compile(components.sorted()['NamedBody'] ?? false);
  const accepts = acceptorOf(body);
  for (const value of [
    {},
    { last: 'a' },
    { company: 'a' },
    { last: null },
    { last: ' ' },
    { last: ' ', company: 'a' },
    { id: 1 },
  ]) {
    expect({ value, isValid: validate(value) }).toEqual({ value, isValid: accepts(value) });
  }
});
