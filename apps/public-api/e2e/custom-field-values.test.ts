import { beforeEach, describe, expect, test } from 'vitest';
import {
  CustomFieldRecords,
  fieldsOf,
  idOf,
  modules,
  type FieldType,
  type FieldValue,
} from './custom-field-records.ts';
import { expectErrors } from './problems.ts';
import { newName } from './tenant.ts';

/** A value of each type as a client sends it, as answers show it, and values that the type does not take. */
const types: Readonly<Record<FieldType, { sent: FieldValue['value']; shown: FieldValue['value']; wrong: unknown[] }>> =
  {
    text: { sent: '  Ünlü “text” ', shown: 'Ünlü “text”', wrong: ['x'.repeat(4_001), 7, '\u0000'] },
    textArea: { sent: 'One\nTwo', shown: 'One\nTwo', wrong: ['x'.repeat(4_001), 7, '\ud800'] },
    number: { sent: -12.5, shown: -12.5, wrong: ['12', 'x'] },
    date: { sent: '2024-02-29', shown: '2024-02-29', wrong: ['2026-02-29', '29.02.2024', 20240229] },
    dateTime: {
      sent: '2026-01-31T12:30:00+03:00',
      shown: '2026-01-31T09:30:00.000000Z',
      wrong: ['2026-01-31T09:30:00', '2026-02-30T00:00:00Z', 'now'],
    },
    boolean: { sent: 'true', shown: 'true', wrong: ['yes', 'TRUE', 1] },
    select: { sent: 'dark blue', shown: 'dark blue', wrong: ['blue', 'Dark blue', 1] },
    email: { sent: 'Ada@engines.example', shown: 'Ada@engines.example', wrong: ['ada', 'a@b@c', 1] },
    url: { sent: 'https://engines.example/a?b=c', shown: 'https://engines.example/a?b=c', wrong: ['ftp://x', 'x', 1] },
    phone: { sent: '+44 20 7946 0000', shown: '+44 20 7946 0000', wrong: ['1'.repeat(51), 1] },
  };
const typeNames = Object.keys(types) as FieldType[];

describe.each(modules)('%s', (module) => {
  let records: CustomFieldRecords;
  beforeEach(async () => {
    records = await CustomFieldRecords.make(module);
  });

  async function addEachType(): Promise<void> {
    for (const type of typeNames) {
      const options = type === 'select' ? ['red', 'dark blue'] : [];
      expect(await records.add(`${type}Field`, type, { options })).toBe(201);
    }
  }

  test('values of all ten types are the same text in a create, a read, by external id, in a list and in an update', async () => {
    await addEachType();
    const sent = typeNames.toReversed().map((type) => ({ key: `${type}Field`, value: types[type].sent }));
    const externalId = newName('external');
    const made = await records.post(sent, { externalId });
    expect(made.status).toBe(201);
    expect(fieldsOf(made)).toEqual(typeNames.map((type) => ({ key: `${type}Field`, value: types[type].shown })));
    const id = idOf(made);
    expect((await records.get(id)).text).toBe(made.text);
    expect((await records.ask('GET', `/by-external-id/${encodeURIComponent(externalId)}`)).text).toBe(made.text);
    expect((await records.ask('GET', '')).text).toContain(`"data":[${made.text}]`);
    const unchanged = await records.put(id, sent);
    expect(unchanged.text).toBe(made.text);
    expect(unchanged.headers.get('etag')).toBe(made.headers.get('etag'));
  });

  test('values that a type does not take are refused on create and update, all at once and with other problems', async () => {
    await addEachType();
    const id = idOf(await records.post([]));
    const rounds = Math.max(...typeNames.map((type) => types[type].wrong.length));
    for (let round = 0; round < rounds; round += 1) {
      const wrong = typeNames.flatMap((type) => {
        const value = types[type].wrong[round];
        return value === undefined ? [] : [{ key: `${type}Field`, value }];
      });
      const paths = wrong.map((_, index) => `customFields[${index}].value`);
      expectErrors(await records.post(wrong, { nonsense: 1 }), ...paths, 'nonsense');
      expectErrors(await records.put(id, wrong, { description: 7 }), ...paths, 'description');
    }
    expect(fieldsOf(await records.get(id))).toEqual([]);
  });

  test('an update without customFields keeps the values, one with them updates the listed fields alone', async () => {
    await addEachType();
    const all = typeNames.map((type) => ({ key: `${type}Field`, value: types[type].sent }));
    const made = await records.post(all);
    const id = idOf(made);
    for (const kept of [undefined, null, []]) {
      expect((await records.put(id, kept)).text).toBe(made.text);
    }
    const changed = await records.put(id, [{ key: 'numberField', value: 7 }]);
    const shown = fieldsOf(made).map((field) => (field.key === 'numberField' ? { ...field, value: 7 } : field));
    expect(fieldsOf(changed)).toEqual(shown);
    expect((await records.get(id)).text).toBe(changed.text);
  });

  test('an empty text clears a field of any type, and a create with one sets none', async () => {
    await addEachType();
    const blank = typeNames.map((type) => ({ key: `${type}Field`, value: type === 'text' ? '  ' : '' }));
    expect(fieldsOf(await records.post(blank))).toEqual([]);
    const id = idOf(await records.post(typeNames.map((type) => ({ key: `${type}Field`, value: types[type].sent }))));
    expect(fieldsOf(await records.put(id, blank.slice(0, 4))).map(({ key }) => key)).toEqual(
      typeNames.slice(4).map((type) => `${type}Field`),
    );
    const cleared = await records.put(id, blank);
    expect(fieldsOf(cleared)).toEqual([]);
    expect((await records.put(id, blank)).text).toBe(cleared.text);
  });
});
