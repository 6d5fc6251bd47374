import { statement, type Sql } from '@rapport/database';
import { newId, type CallContext } from '@rapport/kernel';
import { seedPerson } from './seed-person.ts';

export type SeededClient = Awaited<ReturnType<typeof seedClient>>;

/** A client with a RunAs user in a tenant of its own, in control alone. */
export async function seedClient(context: CallContext, sql: Sql, clientId: string) {
  const { tenantId, userId, tokenId, epoch } = await seedPerson(context, sql);
  const client = { kind: 'client', id: newId(), clientId, tenantId, tokenId, epoch } as const;
  await sql.query(context, insertClient.with({ ...client, userId }));
  return client;
}

const insertClient = statement(
  'seed_client',
  `insert into control.api_client (id, tenant_id, client_id, name, run_as, scopes)
    values (:id, :tenantId, :clientId, 'A client', :userId, '{customers.read}')`,
);
