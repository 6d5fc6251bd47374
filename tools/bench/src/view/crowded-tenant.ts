import { issueToken, type TemporaryPlatform, type Tenant } from '@rapport/testbed';
import pg from 'pg';
import type { BenchTenant } from '../core/bench-tenants.ts';

/** A client that sees its own user's records among those of all users. */
export interface Onlooker {
  readonly token: string;
  readonly userId: string;
}

export async function createOnlooker({ baseUrl }: TemporaryPlatform, tenant: Tenant): Promise<Onlooker> {
  const userId = await tenant.user({ dataScope: 'own' });
  return { token: await issueToken(baseUrl, await tenant.client({ runAsUserId: userId })), userId };
}

/** Puts this many changes of another user into a feed. The first, the last and the middle one are the onlooker's. */
export async function addChanges(
  platform: TemporaryPlatform,
  { schema, userId: other }: BenchTenant,
  { userId }: Onlooker,
  count: number,
): Promise<void> {
  const client = await platform.connect('administrator');
  const table = `${pg.escapeIdentifier(schema)}.change_feed`;
  try {
    await client.query(
      `insert into ${table} (id, resource, record_id, operation, version, occurred_on, owner_after, actor, changes)
       select uuidv7(), 1, uuidv7(), 'created', 1, now() - interval '1 day' + n * interval '10 milliseconds',
         case when n in (1, $1::int / 2, $1) then $2::uuid else $3::uuid end, $3, '[]'
       from generate_series(1, $1) n`,
      [count, userId, other],
    );
    await client.query(`vacuum analyze ${table}`);
  } finally {
    await client.end();
  }
}
