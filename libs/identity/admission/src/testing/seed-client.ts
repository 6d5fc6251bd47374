import { randomInt } from 'node:crypto';
import { statement, type Sql } from '@rapport/database';
import { newId, type CallContext } from '@rapport/kernel';
import { insertCell, insertIdentity, insertTenant, insertUser } from './seed-statements.ts';

export interface SeededClient {
  readonly kind: 'client';
  readonly id: string;
  readonly clientId: string;
  readonly tenantId: string;
  readonly tokenId: string;
  readonly epoch: number;
}

/** A client with a RunAs user in a tenant of its own, in control alone. */
export async function seedClient(context: CallContext, sql: Sql, clientId: string): Promise<SeededClient> {
  const client = { kind: 'client', id: newId(), clientId, tenantId: newId(), tokenId: newId(), epoch: 1 } as const;
  const [identity, user] = [newId(), newId()];
  await sql.query(context, insertCell);
  // Test files have databases of their own and share a Redis, whose keys begin with this number.
  await sql.query(context, insertTenant, [client.tenantId, randomInt(1, 2 ** 31)]);
  await sql.query(context, insertIdentity, [identity]);
  await sql.query(context, insertUser, [user, client.tenantId, identity]);
  await sql.query(context, insertClient, [client.id, client.tenantId, clientId, user]);
  return client;
}

const insertClient = statement(
  'seed_client',
  `insert into control.api_client (id, tenant_id, client_id, name, run_as, scopes)
    values ($1, $2, $3, 'A client', $4, '{customers.read}')`,
);
