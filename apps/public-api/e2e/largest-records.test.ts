import { pageBytesMax } from '@rapport/kernel';
import { expect, test } from 'vitest';
import { CustomFieldRecords } from './custom-field-records.ts';
import { expectErrors } from './problems.ts';

interface Page {
  readonly data: readonly { readonly id: string }[];
  readonly nextCursor: string | null;
  readonly hasMore: boolean;
}

const keys = Array.from({ length: 17 }, (_, index) => `field${index}`);
const long = 'x'.repeat(4_000);
const sixteen = keys.slice(0, 16).map((key) => ({ key, value: long }));

async function recordsWithFields(): Promise<CustomFieldRecords> {
  const records = await CustomFieldRecords.make('leads');
  for (const key of keys) {
    expect(await records.add(key)).toBe(201);
  }
  return records;
}

test('the custom fields of a record have 65,536 bytes together, those that a body does not list among them', async () => {
  const records = await recordsWithFields();
  const all = keys.map((key) => ({ key, value: long }));
  expectErrors(await records.post(all), 'customFields');
  const { id } = JSON.parse((await records.post(sixteen)).text) as { id: string };
  const last = { key: 'field16', value: long };
  expectErrors(await records.put(id, [last]), 'customFields');
  expect((await records.put(id, [last, { key: 'field0', value: '' }])).status).toBe(200);
  const externalId = 'large';
  const results = await records.batch([
    [all, {}],
    [sixteen, { externalId }],
    [[last], { externalId }],
  ]);
  expect(results.map(({ status, error }) => [status, Object.keys(error?.errors ?? {})])).toEqual([
    [400, ['customFields']],
    [201, []],
    [400, ['customFields']],
  ]);
});

test('pages of the largest records end before they have more than five megabytes, and come to the end of the list', async () => {
  const records = await recordsWithFields();
  const description = '\u{1f600}'.repeat(4_000);
  const made: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    const items = Array.from({ length: 50 }, () => [sixteen, { description }] as const);
    for (const { data } of await records.batch(items)) {
      made.push(data?.id ?? '');
    }
  }
  const seen: string[] = [];
  let pages = 0;
  let cursor: string | null = null;
  do {
    const { text }: { text: string } = await records.ask('GET', `?pageSize=200${cursor ? `&cursor=${cursor}` : ''}`);
    const page = JSON.parse(text) as Page;
    expect(Buffer.byteLength(text)).toBeLessThan(pageBytesMax + 1_000);
    expect(page.hasMore).toBe(page.nextCursor !== null);
    seen.push(...page.data.map(({ id }) => id));
    cursor = page.nextCursor;
    pages += 1;
  } while (cursor !== null);
  expect(seen.toSorted()).toEqual(made.toSorted());
  expect(pages).toBe(3);
});
