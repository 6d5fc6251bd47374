import { createClient } from '@rapport/http-contract/client';
import { apiClientContract, peopleContract } from '@rapport/subscription-contract';
import pg from 'pg';
import type { BenchPlatform } from '../core/bench-platform.ts';
import { issueToken, type BenchTenant } from '../core/bench-tenants.ts';
import { cellAdministratorUrl } from '../core/cell-url.ts';

/** A client that sees its own user's records among everybody's. */
export interface Onlooker {
  readonly token: string;
  readonly userId: string;
}

export async function createOnlooker(platform: BenchPlatform, { id: tenantId }: BenchTenant): Promise<Onlooker> {
  const { baseUrl, operator } = platform;
  const headers = (): Record<string, string> => ({ authorization: `Bearer ${operator.credential}` });
  const operators = createClient({ ...peopleContract, ...apiClientContract }, { baseUrl: operator.url, headers });
  const user = await operators.createUser({
    params: { tenantId },
    body: { name: 'Onlooker', email: 'onlooker@bench.example', role: 'administrator', dataScope: 'own' },
  });
  if (user.status !== 201) {
    throw new Error(`The user was refused with ${user.status}.`);
  }
  const { userId } = user.body;
  const client = await operators.createApiClient({
    params: { tenantId },
    body: { name: 'Onlooker', runAsUserId: userId },
  });
  if (client.status !== 201) {
    throw new Error(`The client was refused with ${client.status}.`);
  }
  return { token: await issueToken(baseUrl, client.body), userId };
}

/** Puts so many changes of another user into a tenant's feed, and three of the onlooker's: the first, the last and the middle one. */
export async function addChanges(
  platform: BenchPlatform,
  { schema, userId: other }: BenchTenant,
  { userId }: Onlooker,
  count: number,
): Promise<void> {
  const client = new pg.Client({ connectionString: await cellAdministratorUrl(platform) });
  await client.connect();
  const table = `${pg.escapeIdentifier(schema)}.change_feed`;
  try {
    await client.query(
      `insert into ${table} (id, resource, record_id, operation, version, occurred_on, owner_after, actor, changes)
       select uuidv7(), 1, uuidv7(), 'created', 1, now() - interval '1 day' + n * interval '10 milliseconds', case when n in (1, $1::int / 2, $1) then $2::uuid else $3::uuid end, $3, '[]'
       from generate_series(1, $1) n`,
      [count, userId, other],
    );
    await client.query(`vacuum analyze ${table}`);
  } finally {
    await client.end();
  }
}
