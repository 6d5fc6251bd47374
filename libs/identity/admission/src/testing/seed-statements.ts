import { statement } from '@rapport/database';

export const insertCell = statement(
  'seed_cell',
  `insert into control.cell (name) values ('cell') on conflict do nothing`,
);

export const insertTenant = statement(
  'seed_tenant',
  `with t as (
    insert into control.tenant (id, number, name, cell, state) values (:tenantId, :number, 'A tenant', 'cell', 'active') returning id
  )
  insert into control.subscription (tenant_id, plan_code) select id, 'professional' from t`,
);

export const insertIdentity = statement(
  'seed_identity',
  `insert into control.identity (id, email, email_key, password_hash) values (:identityId, :identityId::uuid::text, :identityId::uuid::text, '')`,
);

export const insertUser = statement(
  'seed_user',
  `insert into control.membership (id, tenant_id, identity_id, name, roles, data_scope)
    values (:userId, :tenantId, :identityId, 'A user', '{owner}', 'all')`,
);
