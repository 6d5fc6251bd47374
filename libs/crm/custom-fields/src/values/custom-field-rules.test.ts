import { customFieldTypes, type CustomFieldType } from '@rapport/kernel';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { customFieldsMax, type CustomFieldDefinition } from '../custom-field.ts';
import { CustomFieldRules } from './custom-field-rules.ts';

function field(
  key: string,
  fieldType: CustomFieldType,
  more: Partial<CustomFieldDefinition> = {},
): CustomFieldDefinition {
  const options = fieldType === 'select' ? ['red', 'dark blue'] : [];
  const shown = { label: key, description: null, displayOrder: 1, isEnabled: true };
  return { key, fieldType, options, isRequired: false, ...shown, ...more };
}

const all = new CustomFieldRules(customFieldTypes.map((fieldType) => field(fieldType, fieldType)));
const required = new CustomFieldRules([
  field('region', 'text', { isRequired: true }),
  field('score', 'number', { isRequired: true }),
  field('gone', 'text', { isRequired: true, isEnabled: false }),
  field('note', 'text'),
]);

const one = (key: string, value: unknown) => [{ key, value }];
const paths = (errors: object | undefined) => Object.keys(errors ?? {}).toSorted();

describe('values', () => {
  test.each<[CustomFieldType, string | number, string | number]>([
    ['text', '  Cafe\u0301 ', 'Caf\u00e9'],
    ['text', '\u{1f600}'.repeat(4_000), '\u{1f600}'.repeat(4_000)],
    ['text', '<b>"&\\', '<b>"&\\'],
    ['textArea', 'one\ntwo', 'one\ntwo'],
    ['number', 12.5, 12.5],
    ['number', -0, 0],
    ['number', Number.MAX_VALUE, Number.MAX_VALUE],
    ['number', 5e-324, 5e-324],
    ['date', ' 2024-02-29 ', '2024-02-29'],
    ['dateTime', '2026-01-31T12:30:00.1234567+03:00', '2026-01-31T09:30:00.123456Z'],
    ['boolean', 'true', 'true'],
    ['boolean', ' false', 'false'],
    ['select', 'dark blue ', 'dark blue'],
    ['email', ' Info@Example.com', 'Info@Example.com'],
    ['url', 'https://example.com/a', 'https://example.com/a'],
    ['phone', '+90 (212) extension 4', '+90 (212) extension 4'],
  ])('a field of the type %s takes %j and keeps %j', (type, sent, stored) => {
    for (const { change } of [all.create(one(type, sent)), all.update(one(type, sent))]) {
      expect(change).toEqual({ set: { [type]: stored }, cleared: [] });
      expect(Object.is(change?.set[type], stored)).toBe(true);
    }
  });

  test.each<[CustomFieldType, string | number]>([
    ['text', 1],
    ['text', 'x'.repeat(4_001)],
    ['text', 'a\u0000b'],
    ['text', '\ud800'],
    ['textArea', 'x'.repeat(4_001)],
    ['number', '1'],
    ['number', Infinity],
    ['number', NaN],
    ['date', '2023-02-29'],
    ['date', '2024-2-9'],
    ['date', '2024-02-29T00:00:00Z'],
    ['date', 20240229],
    ['dateTime', '2026-01-31T09:30:00'],
    ['dateTime', '2026-02-30T09:30:00Z'],
    ['boolean', 'TRUE'],
    ['boolean', '1'],
    ['boolean', 1],
    ['select', 'Red'],
    ['select', 'green'],
    ['select', 0],
    ['email', 'info'],
    ['email', `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example.com`],
    ['url', 'ftp://example.com'],
    ['url', `https://example.com/${'x'.repeat(500)}`],
    ['phone', '1'.repeat(51)],
  ])('a field of the type %s refuses %j at its value', (type, sent) => {
    for (const { errors } of [all.create(one(type, sent)), all.update(one(type, sent))]) {
      expect(paths(errors)).toEqual(['customFields[0].value']);
    }
  });

  test.each(customFieldTypes)(
    'an empty or blank text clears a field of the type %s, and is as absent on a create',
    (type) => {
      for (const blank of ['', ' \t\n ']) {
        expect(all.update(one(type, blank))).toEqual({ change: { set: {}, cleared: [type] } });
        expect(all.create(one(type, blank))).toEqual({ change: { set: {}, cleared: [] } });
      }
    },
  );

  test('a refusal of a select names its options while they are few', () => {
    const many = Array.from({ length: 200 }, (_, n) => `option ${n}`);
    const rules = new CustomFieldRules([field('few', 'select'), field('many', 'select', { options: many })]);
    const { errors } = rules.update([...one('few', 'x'), ...one('many', 'x')]);
    expect(errors?.['customFields[0].value']).toEqual(['This must be one of "red", "dark blue".']);
    expect(errors?.['customFields[1].value']?.[0]).toContain('200 options');
  });
});

describe('keys', () => {
  test('a repeated, an unknown and a disabled key are refused together, each at its own place', () => {
    const sent = [...one('note', 'a'), ...one('note', 'b'), ...one('none', 'c'), ...one('gone', 'd')];
    expect(paths(required.update(sent).errors)).toEqual([
      'customFields[1].key',
      'customFields[2].key',
      'customFields[3].key',
    ]);
  });

  test('the refusal of an unknown key names those that there are, the first twenty of them', () => {
    const sentenceOf = (keys: readonly string[]) =>
      new CustomFieldRules(keys.map((key) => field(key, 'text'))).create(one('none', 'a')).errors?.[
        'customFields[0].key'
      ];
    expect(sentenceOf([])).toEqual(['There is no custom field with this key, because these records have none.']);
    expect(sentenceOf(['region', 'size'])).toEqual(['There is no custom field with this key; there are region, size.']);
    const [many = ''] = sentenceOf(Array.from({ length: 21 }, (_, n) => `key${n}`)) ?? [];
    expect(many).toMatch(/ key19 and more, which the metadata list\.$/);
    expect(required.update(one('none', 'c')).errors?.['customFields[0].key']?.[0]).not.toContain('gone');
  });

  test('an unknown key that is repeated is refused at both places', () => {
    expect(paths(all.update([...one('none', 'a'), ...one('none', 'b')]).errors)).toEqual([
      'customFields[0].key',
      'customFields[1].key',
    ]);
  });

  test.each(['constructor', 'toString', 'hasOwnProperty', '__proto__', 'NOTE', ' note', ''])(
    'the key %j is unknown where no field has it',
    (key) => {
      expect(paths(required.update(one(key, 'x')).errors)).toEqual(['customFields[0].key']);
    },
  );

  test('a field may be called like a member that every object has', () => {
    const rules = new CustomFieldRules([field('constructor', 'text'), field('valueOf', 'text')]);
    const { change } = rules.update([...one('constructor', 'a'), ...one('valueOf', '')]);
    expect(JSON.stringify(change)).toBe('{"set":{"constructor":"a"},"cleared":["valueOf"]}');
  });
});

describe('required fields', () => {
  test.each([[undefined], [null], [[]], [one('note', 'a')], [[...one('region', ''), ...one('score', ' ')]]])(
    'a create with %j lacks every required field that is enabled',
    (sent) => {
      const { errors } = required.create(sent);
      expect(paths(errors)).toEqual(['customFields']);
      expect(errors?.['customFields']).toHaveLength(2);
    },
  );

  test('a create with a wrong value for a required field is refused at the value alone', () => {
    const { errors } = required.create([...one('region', 1), ...one('score', 1)]);
    expect(paths(errors)).toEqual(['customFields[0].value']);
  });

  test('an update is held to the required fields that it lists, and may not clear them', () => {
    for (const sent of [undefined, null, [], one('note', '')]) {
      expect(required.update(sent).errors).toBeUndefined();
    }
    expect(paths(required.update([...one('note', ''), ...one('region', ' ')]).errors)).toEqual([
      'customFields[1].value',
    ]);
  });
});

describe('any body', () => {
  const item = fc.oneof(
    fc.anything(),
    fc.record({
      key: fc.oneof(fc.constantFrom(...customFieldTypes, 'none'), fc.anything()),
      value: fc.oneof(fc.string(), fc.double(), fc.anything()),
    }),
  );

  test('whatever a body holds, the outcome is a change or errors, and a change obeys the definitions', () => {
    fc.assert(
      fc.property(fc.oneof(fc.array(item), fc.anything()), (sent) => {
        for (const { change, errors } of [all.create(sent), all.update(sent), required.update(sent)]) {
          expect(change === undefined).toBe(errors !== undefined);
          for (const [key, value] of Object.entries(change?.set ?? {})) {
            expect(typeof value).toBe(key === 'number' || key === 'score' ? 'number' : 'string');
            expect(value).not.toBe('');
          }
          for (const path of Object.keys(errors ?? {})) {
            expect(path).toMatch(/^customFields\[\d+\]\.(key|value)$/);
          }
        }
      }),
    );
  });

  test('a value that was kept once is kept as it is when it is sent back', () => {
    fc.assert(
      fc.property(fc.constantFrom(...customFieldTypes), fc.oneof(fc.string(), fc.double()), (type, sent) => {
        const first = all.update(one(type, sent)).change?.set ?? {};
        const again = all.update(Object.entries(first).map(([key, value]) => ({ key, value })));
        expect(again.change?.set).toEqual(first);
      }),
    );
  });

  test('a shape that the contract refuses is passed over, so that no place is refused twice', () => {
    const manyItems = Array.from({ length: customFieldsMax + 1 }, () => ({ key: 'note', value: 'a' }));
    for (const sent of ['text', 1, {}, manyItems]) {
      expect(required.create(sent).errors).toBeUndefined();
    }
    expect(paths(required.create([null, 1, { key: 1 }, { key: 'note', value: {} }]).errors)).toEqual(['customFields']);
    expect(required.update([{ key: 'region' }, { key: 'score', value: null }]).errors).toBeUndefined();
  });
});
