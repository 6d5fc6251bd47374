import { Browser, done, newEmail, signIn, Tenant, type TemporaryPlatform } from '@rapport/testbed';
import { watchLock } from '../core/lock-watch.ts';
import type { BenchOutcome } from '../core/word.ts';

const users = 2_000;
const changes = 3;
const code = 'benched';

/** The cost of a change of a role that many users hold, with a change of view for each of them. */
export async function measureRoleChange(platform: TemporaryPlatform): Promise<BenchOutcome> {
  const tenant = await Tenant.make(platform.operator);
  const send = await ownerOf(platform, tenant);
  await send('POST', '/api/v1/role/create', roleWith(['customers.read']));
  await addUsers(platform, tenant);
  const reads = ['customers.read', 'leads.read', 'contacts.read', 'opportunities.read'];
  const tookMs: number[] = [];
  const heldMs: number[] = [];
  for (let change = 0; change < changes; change += 1) {
    const start = performance.now();
    const update = send('PUT', '/api/v1/role/update', roleWith(reads.slice(0, change + 2)));
    const changed = update.then(() => tookMs.push(performance.now() - start));
    heldMs.push(...(await watchLock(platform, tenant.number, changed)));
  }
  const longestHeldMs = Math.max(0, ...heldMs);
  const shown = tookMs.map((each) => `${(each / 1_000).toFixed(1)} s`).join(', ');
  const text = `Changes of a role that ${users} users hold: ${shown}; the tenant's lock was held for at most ${longestHeldMs.toFixed(0)} ms.`;
  return { document: { title: 'A change of a role', users, tookMs, longestHeldMs }, text };
}

function roleWith(permissions: readonly string[]): object {
  return { code, name: 'A role', permissions };
}

type Send = (method: string, path: string, body: object) => Promise<void>;

/** Sends what an owner of the tenant asks for. */
async function ownerOf({ operator, baseUrl }: TemporaryPlatform, { id: tenantId }: Tenant): Promise<Send> {
  const body = { email: newEmail(), name: 'An Owner', role: 'owner', dataScope: 'all' as const };
  const { password } = done(await operator.createUser({ params: { tenantId }, body }), 201);
  const credentials = { email: body.email, password: password ?? '' };
  const { accessToken } = await signIn(baseUrl, new Browser(baseUrl), credentials);
  return async (method, path, value) => {
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
    const answer = await fetch(baseUrl + path, { method, headers, body: JSON.stringify(value) });
    if (answer.status !== 200) {
      throw new Error(`${method} ${path} was answered with ${answer.status}: ${await answer.text()}`);
    }
  };
}

/** Users who were invited and have not followed their links, because a hash for each would take minutes. */
async function addUsers(platform: TemporaryPlatform, { id }: Tenant): Promise<void> {
  const client = await platform.connect('administrator of control');
  try {
    await client.query(insertUsers, [id, code, users]);
  } finally {
    await client.end();
  }
}

// $1 tenant $2 role $3 users
const insertUsers = `insert into control.membership (id, tenant_id, identity_id, joined_on, email, email_key, name, roles, data_scope)
select uuidv7(), $1, null, null, address, address, 'A Person', array[$2::text], 'own'
from generate_series(1, $3::int) n, lateral (select 'person' || n || '@example.test' as address) person`;
