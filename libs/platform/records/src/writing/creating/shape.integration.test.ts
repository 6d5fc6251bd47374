import { databasesOfFile } from '@rapport/database/testing';
import { statement, textOf } from '@rapport/database';
import { newId } from '@rapport/kernel';
import { expect, test } from 'vitest';
import { addressOf, type Customer } from '../../testing/customers.ts';
import { createTestTenant } from '../../testing/tenant.ts';

const databases = await databasesOfFile();
const tenant = await createTestTenant(databases);

/** Every character that some writer of JSON treats in its own way. */
const hostile = [
  ...Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code)).slice(1),
  '"',
  '\\',
  '/',
  '\u007f',
  '\u0080',
  '\u00a0',
  '\u2028',
  '\u2029',
  '\ufeff',
  '\ufffd',
  '\uffff',
  '\u{1f600}',
  'e\u0301',
  '\\u0000',
  '\\"',
  '</script>',
  'null',
  '\\n\n',
  'çöğüşİı',
  'x'.repeat(4_000),
];

test('creates with a key, with an external id and with neither write the bytes of the list, with any characters in its texts', async () => {
  const caller = tenant.caller();
  const inputs = hostile.map((text, n) => ({
    name: text,
    email: `${text}${text}`,
    description: n % 2 ? text : null,
    address: addressOf(text),
    externalId: n % 4 < 2 ? `${n}${text}`.slice(0, 200) : null,
    isActive: n % 3 === 0,
  }));
  inputs.push({
    name: hostile.join(''),
    email: '',
    description: hostile.join('"'),
    address: addressOf(''),
    externalId: 'all',
    isActive: true,
  });
  const answers: string[] = [];
  for (const [n, input] of inputs.entries()) {
    // PostgreSQL writes the answer that is kept with a key, and Node the others.
    const key = n % 2 ? { key: String(n), fingerprint: Buffer.from('a digest') } : undefined;
    const answer = await tenant.customers.create(caller, input, key);
    const body = textOf(answer.body);
    expect(JSON.parse(body)).toMatchObject(input);
    answers.push(body);
  }
  const page = textOf(await tenant.customers.list(caller, { pageSize: 200 }));
  const envelope = JSON.parse(page) as { syncUntilUtc: string };
  const rendered = answers.join(',');
  expect(page).toBe(
    `{"data":[${rendered}],"nextCursor":null,"hasMore":false,"syncUntilUtc":"${envelope.syncUntilUtc}"}`,
  );
});

test('times have six digits in every answer, also where they end in zeros', async () => {
  const fresh = await createTestTenant(databases);
  const caller = fresh.caller();
  const fractions = ['', '.1', '.12', '.123', '.1234', '.12345', '.123456', '.000001', '.100000', '.000000'];
  const owner = databases.connect('rapport_owner', { poolSize: 1 }).tenant(caller.tenant);
  for (const fraction of fractions) {
    await owner.query(caller, insert.with({ id: newId(), createdOn: `2026-01-31T09:30:00${fraction}Z` }));
  }
  const { data } = JSON.parse(await fresh.customers.list(caller, { pageSize: 200 })) as { data: Customer[] };
  expect(data).toHaveLength(fractions.length);
  for (const record of data) {
    expect(record.createdOnUtc).toMatch(/^2026-01-31T09:30:00\.\d{6}Z$/);
    expect(JSON.parse((await fresh.customers.get(caller, record.id)).body)).toEqual(record);
  }
  expect(data.map(({ createdOnUtc }) => createdOnUtc).sort()).toEqual(
    fractions.map((fraction) => `2026-01-31T09:30:00.${fraction.slice(1).padEnd(6, '0')}Z`).sort(),
  );
});

const insert = statement(
  'test_insert_at',
  `insert into tenant.customer (id, code, name, version, created_on, last_modified_on)
   values (:id::uuid, :id::uuid::text, 'x', 1, :createdOn, :createdOn)`,
);
