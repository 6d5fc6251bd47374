import { randomBytes } from 'node:crypto';
import { databasesOfFile } from '@rapport/database/testing';
import { newId, untracedContext } from '@rapport/kernel';
import { beforeEach, expect, test } from 'vitest';
import { onceInControl, type Creation, type RequestKey } from './once-in-control.ts';

const context = untracedContext();
interface Thing {
  readonly id: string;
  readonly secret: string | null;
}

const databases = await databasesOfFile();
let key: RequestKey;
let count = 0;

const service = databases.connect('rapport_application_api');

beforeEach(() => {
  key = { tenantId: newId(), userId: newId(), key: 'k', fingerprint: randomBytes(32) };
  count = 0;
});

test('a create with a key is done once, and its replay has what was kept of the answer', async () => {
  const first = await create(key);
  expect(first).toMatchObject({ made: { secret: 'shown once' }, isReplayed: false });
  expect(await create(key)).toEqual({ ...first, made: { id: first.made.id, secret: null }, isReplayed: true });
  expect(count).toBe(1);
});

test('a key is one of its user and tenant alone, and without a key each create is done', async () => {
  await create(key);
  await create({ ...key, userId: newId() });
  await create({ ...key, tenantId: newId() });
  await create(undefined);
  await create(undefined);
  expect(count).toBe(5);
});

test('a key that was used for another request is refused', async () => {
  await create(key);
  await expect(create({ ...key, fingerprint: randomBytes(32) })).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  });
});

test('a create that failed leaves its key free', async () => {
  const failing = service.control.transaction(context, (sql) =>
    onceInControl<Thing, string>(context, sql, key, {
      make: () => Promise.reject(new Error('refused')),
      keep: ({ id }) => id,
      replay: (id) => ({ id, secret: null }),
    }),
  );
  await expect(failing).rejects.toThrow('refused');
  expect((await create(key)).isReplayed).toBe(false);
});

test('of requests with one key at the same time one is done, and the others are told that it is under way', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => create(key)));
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  expect(count).toBe(1);
  for (const failure of failures) {
    expect(failure).toMatchObject({ code: 'idempotency_in_progress', headers: { 'retry-after': '1' } });
  }
});

function create(sent: RequestKey | undefined): Promise<Creation<Thing>> {
  return service.control.transaction(context, (sql) =>
    onceInControl<Thing, string>(context, sql, sent, {
      make: async () => {
        count += 1;
        return { made: { id: newId(), secret: 'shown once' }, lastModifiedOnUtc: `change ${count}` };
      },
      keep: ({ id }) => id,
      replay: (id) => ({ id, secret: null }),
    }),
  );
}
