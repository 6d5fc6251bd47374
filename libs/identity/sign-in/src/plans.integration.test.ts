import { join } from 'node:path';
import { statement } from '@rapport/database';
import type * as database from '@rapport/database';
import type * as testing from '@rapport/database/testing';
import { composedStatements, databasesOfFile } from '@rapport/database/testing';
import { untracedContext } from '@rapport/kernel';
import { beforeAll, expect, test, vi } from 'vitest';
import './index.ts';

vi.mock('@rapport/database', async (importOriginal) => {
  const { rememberingStatements } = await vi.importActual<typeof testing>('@rapport/database/testing');
  return rememberingStatements(await importOriginal<typeof database>());
});

const context = untracedContext();
const folders = [import.meta.dirname, join(import.meta.dirname, '../../people/src')];
/** Of these rows the ids end in their number. */
const [identity, unverified, tenant, user] = ['a', 'b', 'c', 'd'].map((kind) => idOf(kind, 77)) as [
  string,
  string,
  string,
  string,
];
const digest = '\\x' + '0'.repeat(62) + '77';

/** Each statement that finds a person by an address or a link, with its values. */
const asked = new Map([
  ['sign_in_identity', { emailKey: 'p77' }],
  ['sign_in_identity_in_tenant', { tenantId: tenant, emailKey: 'p77' }],
  ['sign_in_users', { identityId: unverified }],
  ['identity_find_verified', { emailKey: 'p77' }],
  ['identity_hold_verified', { emailKey: 'p77' }],
  ['identity_insert_verified', { id: idOf('e', 1), email: 'p77', emailKey: 'p77', passwordHash: 'a hash' }],
  ['identity_verify', { id: identity }],
  ['link_find', { digest }],
  ['link_end_of_user', { userId: user }],
  ['verification_find', { digest, guessesMax: 10 }],
  ['verification_count_guess', { id: idOf('f', 77), guessesMax: 10 }],
  ['verification_hold', { tenantId: tenant, userId: user }],
  ['verification_hold_user', { userId: user, identityId: unverified }],
  ['verification_move_user', { userId: user, identityId: identity }],
  ['tenant_verify', { userId: user }],
] as const);

const databases = await databasesOfFile();

beforeAll(async () => {
  const owner = databases.connect('rapport_owner', { poolSize: 1, times: { postgresQueryMs: 60_000 } });
  for (const [index, text] of fill.entries()) {
    await owner.control.query(context, statement(`t_fill_${index}`, text));
  }
});

test('a person is found by address, tenant or link with a few rows, however many people there are', async () => {
  // The first one follows links, and the other one sends them.
  for (const role of ['rapport_token_service', 'rapport_subscription_service'] as const) {
    const session = await databases.planSession('control', role);
    for (const sent of sentBy([...asked.keys()])) {
      const { rows, readings } = await session.measure(sent.with(asked.get(sent.name as never) ?? {}), null);
      expect([sent.name, rows <= 8], readings.join(', ')).toEqual([sent.name, true]);
    }
  }
});

test('identities without a user are looked for among those that are not verified alone', async () => {
  const session = await databases.planSession('control', 'rapport_token_service');
  for (const sent of sentBy(['sign_in_purge_identities'])) {
    const { readings } = await session.measure(sent.with({ batchSize: 500 }), null);
    expect(readings.filter((reading) => reading.startsWith('all of'))).toEqual([]);
  }
});

function sentBy(names: readonly string[]) {
  const sent = folders.flatMap((folder) => composedStatements(folder)).filter(({ name }) => names.includes(name));
  expect(sent).toHaveLength(names.length);
  return sent;
}

function idOf(kind: string, number: number): string {
  return `${kind.repeat(8)}-0000-0000-0000-${String(number).padStart(12, '0')}`;
}

function idIn(kind: string): string {
  return `('${kind.repeat(8)}-0000-0000-0000-' || lpad(n::text, 12, '0'))::uuid`;
}

/** 20,000 persons, each with a sign-up's identity beside the verified one, its tenant, a browser and a link. */
const fill = [
  `insert into control.cell (name) values ('cell')`,
  `insert into control.identity (id, email, email_key, password_hash)
select ${idIn('a')}, 'p' || n, 'p' || n, 'a hash' from generate_series(1, 20000) n where n <> 77`,
  `insert into control.identity (id, email, email_key, password_hash, is_verified)
select ${idIn('b')}, 'p' || n, 'p' || n, 'a hash', false from generate_series(1, 20000) n`,
  `insert into control.identity (id, email, email_key, password_hash) values ('${identity}', 'p77', 'p77', 'a hash')`,
  `insert into control.tenant (id, name, cell, state, verify_by)
select ${idIn('c')}, 'A tenant', 'cell', 'active', now() from generate_series(1, 20000) n`,
  `insert into control.membership (id, tenant_id, identity_id, name, roles, data_scope, email, email_key)
select ${idIn('d')}, ${idIn('c')}, ${idIn('b')}, 'X', '{owner}', 'all', 'p' || n, 'p' || n from generate_series(1, 20000) n`,
  `insert into control.password_link (id, kind, digest, user_id, expires_on)
select ${idIn('f')}, 'verification', decode(lpad(n::text, 64, '0'), 'hex'), ${idIn('d')}, now() + interval '7 days'
from generate_series(1, 20000) n`,
  `insert into control.browser_sign_in (id, identity_id, digest)
select ${idIn('e')}, ${idIn('a')}, decode(lpad(n::text, 64, '0'), 'hex') from generate_series(1, 20000) n`,
  `analyze control.identity, control.tenant, control.membership, control.password_link, control.browser_sign_in`,
];
