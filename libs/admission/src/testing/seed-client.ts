import { randomInt } from 'node:crypto';
import { statement, type Sql } from '@rapport/database';
import { newId, type CallContext } from '@rapport/kernel';

export interface SeededClient {
  readonly id: string;
  readonly clientId: string;
  readonly tenantId: string;
  readonly tokenId: string;
  readonly epoch: number;
}

/** A client with a RunAs user in a tenant of its own, in control alone. */
export async function seedClient(context: CallContext, sql: Sql, clientId: string): Promise<SeededClient> {
  const client = { id: newId(), clientId, tenantId: newId(), tokenId: newId(), epoch: 1 };
  const [identity, user] = [newId(), newId()];
  await sql.query(context, insertCell);
  // Test files have databases of their own and share a Redis, whose keys begin with this number.
  await sql.query(context, insertTenant, [client.tenantId, randomInt(1, 2 ** 31)]);
  await sql.query(context, insertIdentity, [identity]);
  await sql.query(context, insertUser, [user, client.tenantId, identity]);
  await sql.query(context, insertClient, [client.id, client.tenantId, clientId, user]);
  return client;
}

const insertCell = statement('seed_cell', `insert into control.cell (name) values ('cell') on conflict do nothing`);

const insertTenant = statement(
  'seed_tenant',
  `insert into control.tenant (id, number, name, cell, state, plan_code)
    values ($1, $2, 'A tenant', 'cell', 'active', 'professional')`,
);

const insertIdentity = statement(
  'seed_identity',
  `insert into control.identity (id, email, password_hash) values ($1, $1::uuid::text, '')`,
);

const insertUser = statement(
  'seed_user',
  `insert into control.membership (id, tenant_id, identity_id, name, roles, data_scope)
    values ($1, $2, $3, 'A user', '{owner}', 'all')`,
);

const insertClient = statement(
  'seed_client',
  `insert into control.api_client (id, tenant_id, client_id, name, run_as, scopes)
    values ($1, $2, $3, 'A client', $4, '{customers.read}')`,
);
