import { issueToken, Tenant } from '@rapport/testbed';
import type { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askInvariants } from '../src/invariants/ask-invariants.ts';
import { Person } from '../src/actors/person.ts';
import { platform } from './checked-platform.ts';

let tenant: Tenant;
let cell: Client;
let control: Client;

beforeAll(async () => {
  tenant = await Tenant.make(platform.operator);
  cell = await platform.connect('administrator');
  control = await platform.connect('administrator of control');
  const plan = { name: 'seller', scope: 'all', teamId: await tenant.team() } as const;
  const person = await Person.hire(platform, tenant.id, plan, 'owner');
  const token = await issueToken(platform.baseUrl, await tenant.client());
  const answer = await fetch(`${platform.baseUrl}/api/v1/customers`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'A customer', externalId: 'one', ownerUserId: person.user.id }),
  });
  expect(answer.status).toBe(201);
  const { id: customerId } = (await answer.json()) as { readonly id: string };
  const address = { customerId, title: 'Home', addressLine1: 'A street 1', city: 'A city', countryCode: 'SE' };
  for (const [path, body] of [
    ['contact/create', { lastName: 'A contact', customerId }],
    ['customer-shipping-address/create', address],
  ] as const) {
    expect((await person.send('POST', path, { body })).status).toBe(200);
  }
});

afterAll(async () => {
  await cell.end();
  await control.end();
});

/** The breaches found while a transaction that no trigger looks at has done this. */
async function foundWith(sql: Client, change: string): Promise<string[]> {
  await sql.query('begin');
  try {
    await sql.query('set local session_replication_role = replica');
    await sql.query(change.replaceAll('{tenant}', tenant.schema));
    return (await askInvariants({ cell, control }, tenant)).map(({ breach, text }) => `${breach}: ${text}`);
  } finally {
    await sql.query('rollback');
  }
}

test('nothing is broken where nothing was done past the rules', async () => {
  expect(await foundWith(cell, 'select')).toEqual([]);
});

test.each([
  [
    'a copied name',
    `update {tenant}.contact set customer_name = 'Another'`,
    ['stale copy: the contacts customer_name'],
  ],
  [
    'a version without its item',
    'update {tenant}.contact set version = 2',
    ['change without item: the contacts version'],
  ],
  [
    'the text in which words are looked for',
    `update {tenant}.search_text set folded = 'x' where resource = 2`,
    ['inconsistent: the contacts search text'],
  ],
  [
    'a reference',
    'delete from {tenant}.customer',
    [
      'stale copy: the contacts customer_name',
      'inconsistent: the contacts customer_id',
      'inconsistent: the customers external id',
      'inconsistent: the shipping_addresses customer_id',
    ],
  ],
  ['the team of an owner', 'update {tenant}.contact set team_id = uuidv7()', ['inconsistent: the contacts team']],
  [
    'the default of addresses',
    'update {tenant}.shipping_address set is_default = false',
    ['inconsistent: the default address'],
  ],
  [
    'a view that is not in control',
    'insert into {tenant}.view (principal_id, number, since) select owner_user_id, 7, now() from {tenant}.customer',
    ['inconsistent: the view'],
  ],
])('the invariants see %s that is wrong', async (_, change, expected) => {
  const found = await foundWith(cell, change);
  expect(found.map((text) => text.replace(/ of .*/, '')).toSorted()).toEqual(expected.toSorted());
});

test('a view that has not come to the cell is wrong, unless the work that brings it is open', async () => {
  const raise = `update control.membership set view_number = 7 where tenant_id = '${tenant.id}'`;
  expect(await foundWith(control, raise)).toHaveLength(2);
  const work = `insert into control.cell_work (id, tenant_id, kind, principal_id)
    select uuidv7(), tenant_id, 'user', id from control.membership where tenant_id = '${tenant.id}'`;
  expect(await foundWith(control, `${raise}; ${work}`)).toEqual([]);
});
