import { seedTenant } from '@rapport/admission/testing';
import { statement } from '@rapport/database';
import { databasesOfFile } from '@rapport/database/testing';
import { newId } from '@rapport/kernel';
import { Passwords } from '@rapport/people';
import { FailureLog } from '@rapport/rate-limit';
import { redisOfFile } from '@rapport/redis/testing';
import { Metrics } from '@rapport/telemetry';
import { beforeEach, expect, test, vi } from 'vitest';
import { Guessing } from '../guessing/guessing.ts';
import { SignInKeys } from '../sign-in-keys.ts';
import { Credentials, type Checked } from './credentials.ts';
import { IdentityStore, type Identity } from './identity-store.ts';
import { KnownBrowsers } from './known-browsers.ts';

const context = { trace: { traceId: '0'.repeat(32), traceparent: '' } };
const keys = new SignInKeys(Buffer.alloc(32, 1));
const words = 'Seven quiet boats at dusk';
const passwords = new Passwords();

const databases = await databasesOfFile();
const owner = databases.connect('rapport_owner', { poolSize: 1 });
const service = databases.connect('rapport_token_service');
const log = new FailureLog(await redisOfFile(), new Metrics());
const credentials = new Credentials(
  ...([service, new IdentityStore(), passwords, new Guessing(log, keys), new KnownBrowsers(keys)] as const),
);
const passwordHash = await passwords.hash(context, 'operators', words);
let tenantId: string;
let known: string;

beforeEach(async () => {
  vi.restoreAllMocks();
  [tenantId, known] = [await newTenant(), newAddress()];
  await seedUser(tenantId, known, true);
});

test('a verified identity signs in by its address, and by it in each of its tenants', async () => {
  expect(await check(known)).toMatchObject({ given: { email: known, isVerified: true } });
  expect(await check(known.toUpperCase(), tenantId)).toMatchObject({ given: { email: known } });
  expect(await check(known, await newTenant())).toEqual({ reason: 'wrong_pair' });
});

test('an identity that is not verified signs in by its tenant alone, whether or not the address has a verified one', async () => {
  for (const email of [newAddress(), known]) {
    const signedUp = await newTenant();
    await seedUser(signedUp, email, false);
    expect(await check(email, signedUp)).toMatchObject({ given: { email, isVerified: false } });
  }
  expect(await check(known)).toMatchObject({ given: { isVerified: true } });
});

test('a wrong pair costs the same statements, counts and hash, whoever is known', async () => {
  const [invited, signedUp] = [newAddress(), await newTenant()];
  await seedUser(signedUp, known, false);
  await owner.control.query(context, seedInvited.with({ id: newId(), tenantId, email: invited }));
  const inNoTenant = [await costOf(known), await costOf(newAddress()), await costOf(invited)];
  const inTenant = [
    ...[await costOf(known, tenantId), await costOf(known, signedUp), await costOf(newAddress(), tenantId)],
    ...[await costOf(invited, tenantId), await costOf(known, newId()), await costOf(known, 'no-id')],
  ];
  expect(inNoTenant).toEqual(inNoTenant.map(() => ({ ...oneOfEach, statements: ['sign_in_identity'] })));
  expect(inTenant).toEqual(inTenant.map(() => ({ ...oneOfEach, statements: ['sign_in_identity_in_tenant'] })));
});

test('a stranger who signed up with an address does not clear its failures by a right password of his own', async () => {
  const signedUp = await newTenant();
  await seedUser(signedUp, known, false);
  for (let failure = 0; failure < 9; failure += 1) {
    expect(await check(known, undefined, 'not the right words')).toEqual({ reason: 'wrong_pair' });
  }
  expect(await check(known, signedUp)).toMatchObject({ given: { isVerified: false } });
  expect(await check(known, undefined, 'not the right words')).toEqual({ reason: 'wrong_pair' });
  expect(await check(known, undefined, 'not the right words')).toMatchObject({ reason: 'too_many_failures' });
});

const oneOfEach = { outcome: { reason: 'wrong_pair' }, hashes: 1, taken: 3, givenBack: 1 };

async function costOf(email: string, tenant?: string) {
  const queried = vi.spyOn(service.control, 'query');
  const hashed = vi.spyOn(passwords, 'verify');
  const [taken, givenBack] = [vi.spyOn(log, 'take'), vi.spyOn(log, 'giveBack')];
  const outcome = await check(email, tenant, 'not the right words');
  const statements = queried.mock.calls.map(([, sent]) => sent.statement.name);
  const counts = [hashed, taken, givenBack].map(({ mock }) => mock.calls.length);
  vi.restoreAllMocks();
  return { outcome, statements, hashes: counts[0], taken: counts[1], givenBack: counts[2] };
}

/** From a caller that has made no other attempt. */
function check(email: string, tenant?: string, password = words): Promise<Checked<Identity>> {
  const caller = { address: `caller-${newId()}`, userAgent: undefined };
  const form = { caller, cookies: new Map(), search: '', fields: new Map() };
  return credentials.check(context, form, { email, password, tenantId: tenant }, async (identity) => identity);
}

async function newTenant(): Promise<string> {
  return (await seedTenant(context, owner.control)).tenantId;
}

async function seedUser(tenant: string, email: string, isVerified: boolean): Promise<void> {
  await owner.control.query(context, insertUser.with({ tenantId: tenant, email, passwordHash, isVerified }));
}

function newAddress(): string {
  return `person-${newId()}@example.test`;
}

const insertUser = statement(
  't_insert_user',
  `with identity as (
  insert into control.identity (id, email, email_key, password_hash, is_verified)
  values (uuidv7(), :email, :email, :passwordHash, :isVerified) returning id
)
insert into control.membership (id, tenant_id, identity_id, name, roles, data_scope, email, email_key)
select uuidv7(), :tenantId, id, 'A user', '{owner}', 'all', :email, :email from identity`,
);
const seedInvited = statement(
  't_insert_invited',
  `insert into control.membership (id, tenant_id, name, roles, data_scope, email, email_key, joined_on)
values (:id, :tenantId, 'A user', '{owner}', 'all', :email, :email, null)`,
);
