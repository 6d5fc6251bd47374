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
  const [identityId, userId] = [newId(), newId()];
  await sql.query(context, insertCell);
  // Test files have databases of their own and share a Redis, whose keys begin with this number.
  await sql.query(context, insertTenant.with({ ...client, number: randomInt(1, 2 ** 31) }));
  await sql.query(context, insertIdentity.with({ identityId }));
  await sql.query(context, insertUser.with({ ...client, userId, identityId }));
  await sql.query(context, insertClient.with({ ...client, userId }));
  return client;
}

const insertClient = statement(
  'seed_client',
  `insert into control.api_client (id, tenant_id, client_id, name, run_as, scopes)
    values (:id, :tenantId, :clientId, 'A client', :userId, '{customers.read}')`,
);
