import { statement, type Sql } from '@rapport/database';
import { newId, type CallContext } from '@rapport/kernel';
import { seedTenant } from './seed-tenant.ts';

export type SeededPerson = Awaited<ReturnType<typeof seedPerson>>;

/** A person in a tenant of its own, in control alone, as a verified token names it. */
export async function seedPerson(context: CallContext, sql: Sql) {
  const identityId = newId();
  await sql.query(context, insertIdentity.with({ identityId }));
  return seedUser(context, sql, identityId);
}

/** A person that is there already, in another tenant. */
export async function seedUser(context: CallContext, sql: Sql, identityId: string) {
  const ids = { identityId, userId: newId(), sessionId: newId(), tokenId: newId() };
  const user = { kind: 'person', ...(await seedTenant(context, sql)), ...ids, epoch: 1 } as const;
  await sql.query(context, insertUser.with(user));
  return user;
}

const insertIdentity = statement(
  'seed_identity',
  `insert into control.identity (id, email, email_key, password_hash)
    values (:identityId, :identityId::uuid::text, :identityId::uuid::text, 'a hash')`,
);

const insertUser = statement(
  'seed_user',
  `insert into control.membership (id, tenant_id, identity_id, name, roles, data_scope)
    values (:userId, :tenantId, :identityId, 'A user', '{owner}', 'all')`,
);
