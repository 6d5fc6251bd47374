import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { CustomFieldRecords, fieldsOf, idOf, modules } from './custom-field-records.ts';
import { expectErrors, expectProblem } from './problems.ts';
import { expectDone, newName, operator, replicas } from './tenant.ts';

describe.each(modules)('%s', (module) => {
  let records: CustomFieldRecords;
  beforeEach(async () => {
    records = await CustomFieldRecords.make(module);
  });

  async function metadataEtag(): Promise<string | null> {
    const metadata = await records.ask('GET', `/../metadata/custom-fields?module=${module}`);
    return metadata.headers.get('etag');
  }

  test('a key that is repeated, unknown or disabled is refused, whatever its value', async () => {
    await records.add('known');
    await records.add('disabled');
    await records.disable('disabled');
    const id = idOf(await records.post([]));
    const wrong = [
      { key: 'known', value: 'a' },
      { key: 'known', value: '' },
      { key: 'unknown', value: '' },
      { key: 'disabled', value: '' },
      { key: 'Known', value: 'a' },
      { key: '__proto__', value: 'a' },
    ];
    const paths = [1, 2, 3, 4, 5].map((index) => `customFields[${index}].key`);
    expectErrors(await records.post(wrong), ...paths);
    expectErrors(await records.put(id, wrong), ...paths);
  });

  test('a disabled field leaves answers and lists, and comes back with its values in its place', async () => {
    for (const key of ['first', 'second', 'third']) {
      await records.add(key);
    }
    const values = ['first', 'second', 'third'].map((key) => ({ key, value: `of ${key}` }));
    const made = await records.post(values);
    const id = idOf(made);
    await records.disable('second');
    const without = await records.get(id);
    expect(fieldsOf(without)).toEqual([values[0], values[2]]);
    expect((await records.ask('GET', '')).text).toContain(`"data":[${without.text}]`);
    expect((await records.put(id, [{ key: 'first', value: 'changed' }])).status).toBe(200);
    await records.enable('second');
    expect(fieldsOf(await records.get(id))).toEqual([{ key: 'first', value: 'changed' }, values[1], values[2]]);
  });

  test('a create needs every required field, and an update only what it lists, which it may not clear', async () => {
    const before = idOf(await records.post([]));
    await records.add('needed', 'text', { isRequired: true });
    await records.add('alsoNeeded', 'number', { isRequired: true });
    for (const none of [undefined, null, [], [{ key: 'needed', value: '' }]]) {
      const { errors } = expectErrors(await records.post(none), 'customFields');
      expect(errors?.['customFields']).toHaveLength(2);
    }
    expect((await records.put(before, undefined)).status).toBe(200);
    expect((await records.put(before, [{ key: 'needed', value: 'now' }])).status).toBe(200);
    expectErrors(await records.put(before, [{ key: 'needed', value: ' ' }]), 'customFields[0].value');
    expectErrors(await records.put(before, [{ key: 'alsoNeeded', value: '' }]), 'customFields[0].value');
    expect(fieldsOf(await records.get(before))).toEqual([{ key: 'needed', value: 'now' }]);
    await records.disable('needed');
    expect((await records.post([{ key: 'alsoNeeded', value: 0 }])).status).toBe(201);
  });

  test('what definitions refuse and what names nothing stand in one answer, in batches too', async () => {
    await records.add('size', 'number');
    const [id, externalId] = [idOf(await records.post([])), newName('external')];
    await records.post([], { externalId });
    const before = (await records.ask('GET', '')).text;
    const fields = [{ key: 'size', value: 'x' }];
    const nobody = { ownerUserId: randomUUID() };
    const paths = ['customFields[0].value', 'ownerUserId'] as const;
    expectErrors(await records.post(fields, nobody), ...paths);
    expectErrors(await records.post(fields, nobody, { 'idempotency-key': newName('key') }), ...paths);
    expectErrors(await records.put(id, fields, nobody), ...paths);
    const results = await records.batch([
      [fields, nobody],
      [fields, { ...nobody, externalId }],
    ]);
    expect(results.map(({ error }) => Object.keys(error?.errors ?? {}).toSorted())).toEqual([paths, paths]);
    expect((await records.ask('GET', '')).text).toBe(before);
  });

  test('what is missing and what is wrong stands in one answer with the other problems of the body', async () => {
    await records.add('needed', 'text', { isRequired: true });
    await records.add('size', 'number');
    const fields = [{ key: 'size', value: 'x' }, { key: 'size', value: 1 }, { key: 7, value: 1 }, 'nonsense'];
    expectErrors(
      await records.post(fields, { description: 7, nonsense: 1 }),
      'customFields',
      'customFields[0].value',
      'customFields[1].key',
      'customFields[2].key',
      'customFields[3]',
      'description',
      'nonsense',
    );
  });

  test('a change of a definition changes every ETag, and no record and no feed', async () => {
    await records.add('region');
    const made = await records.post([{ key: 'region', value: 'north' }]);
    const id = idOf(made);
    const feed = await records.ask('GET', `/../changes/${module}`);
    const etags = new Set([made.headers.get('etag')]);
    const ofMetadata = new Set([await metadataEtag()]);
    const changes = [
      () => records.add('later'),
      () => records.disable('region'),
      () => records.enable('region'),
      () => records.disable('later'),
    ];
    for (const [index, change] of changes.entries()) {
      await change();
      const known = [...etags].join(', ');
      const read = await records.get(id, { 'if-none-match': known });
      expect(read.status).toBe(200);
      expect(read.body).toMatchObject({
        lastModifiedOnUtc: (made.body as { lastModifiedOnUtc: string }).lastModifiedOnUtc,
      });
      etags.add(read.headers.get('etag'));
      ofMetadata.add(await metadataEtag());
      expect([etags.size, ofMetadata.size]).toEqual([index + 2, index + 2]);
      expect((await records.get(id, { 'if-none-match': read.headers.get('etag') ?? '' })).status).toBe(304);
    }
    expect((await records.ask('GET', `/../changes/${module}`)).text).toBe(feed.text);
    const stale = await records.ask('DELETE', `/${id}`, undefined, { 'if-match': made.headers.get('etag') ?? '' });
    expect(stale.status).toBe(204);
  });

  test('a request that is sent again with its key gets its first answer, whatever the definitions are by then', async () => {
    await records.add('region');
    const key = { 'idempotency-key': newName('key') };
    const fields = [{ key: 'region', value: 'north' }];
    const made = await records.post(fields, {}, key);
    await records.disable('region');
    await records.add('needed', 'text', { isRequired: true });
    const again = await records.post(fields, {}, key);
    expect(again.status).toBe(201);
    expect(again.text).toBe(made.text);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.headers.get('etag')).toBe(made.headers.get('etag'));
    expectErrors(
      await records.post(fields, {}, { 'idempotency-key': newName('key') }),
      'customFields',
      'customFields[0].key',
    );
    expectProblem(await records.post([], { description: 'Another' }, key), 409, 'idempotency_key_reused');
  });

  test('a hundred fields, disabled ones among them, and not one more; their values come in the order of creation', async () => {
    const keys = Array.from({ length: 100 }, (_, index) => `k${(index * 37) % 100}`);
    for (const key of keys) {
      expect(await records.add(key, 'number')).toBe(201);
    }
    expect(await records.add('oneMore')).toBe(400);
    await records.disable('k0');
    expect(await records.add('oneMore')).toBe(400);
    expect(await records.add('k0')).toBe(409);
    await records.enable('k0');
    const values = keys.map((key, index) => ({ key, value: index }));
    const made = await records.post(values.toReversed());
    expect(made.status).toBe(201);
    expect(fieldsOf(made)).toEqual(values);
    expectErrors(await records.post([...values, { key: 'k0', value: 1 }]), 'customFields');
  });

  test('a change of a definition holds at the next request of every process', async () => {
    expect(replicas).toHaveLength(2);
    const made = await records.post([]);
    const id = idOf(made);
    for (let round = 0; round < 15; round += 1) {
      const key = `field${round}`;
      const body = { ...(made.body as object), customFields: [{ key, value: 'x' }] };
      const ask = (replica: number) => records.ask('PUT', `/${id}`, body, {}, replica);
      expectErrors(await ask(round % 2), 'customFields[0].key');
      await records.add(key);
      expect((await ask((round + 1) % 2)).status).toBe(200);
      const shown = await Promise.all(
        replicas.map((_, replica) => records.ask('GET', `/${id}`, undefined, {}, replica)),
      );
      expect(shown.map((answer) => fieldsOf(answer).at(-1)?.key)).toEqual([key, key]);
      if (round % 3 === 0) {
        await records.disable(key);
        const hidden = await Promise.all(
          replicas.map((_, replica) => records.ask('GET', `/${id}`, undefined, {}, replica)),
        );
        expect(hidden.flatMap(fieldsOf).filter((field) => field.key === key)).toEqual([]);
        expectErrors(await ask(round % 2), 'customFields[0].key');
      }
    }
  });

  test('fields of another module or of another tenant are unknown', async () => {
    const other = modules.find((name) => name !== module) ?? 'leads';
    const body = { module: other, key: 'elsewhere', label: 'A field', fieldType: 'text' as const };
    expectDone(await operator.createCustomField({ params: { tenantId: records.tenant.id }, body }), 201);
    expectErrors(await records.post([{ key: 'elsewhere', value: 'x' }]), 'customFields[0].key');
    await records.add('mine');
    const stranger = await CustomFieldRecords.make(module);
    expectErrors(await stranger.post([{ key: 'mine', value: 'x' }]), 'customFields[0].key');
  });
});
