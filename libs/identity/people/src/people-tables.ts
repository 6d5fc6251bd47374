import { erased, type TenantTable } from '@rapport/database';

/** An identity that works in another tenant is that one's too, and stays. */
const nowhereElse = `not exists (select from control.membership
  where identity_id = identity.id and tenant_id <> :tenantId::uuid)`;

/** Tables that refer to others stand before them. */
export const peopleTables: readonly TenantTable[] = [
  erased('control.password_link', 'user_id = any(:userIds::uuid[])'),
  // The mail of a reset is a person's, and bears no tenant.
  erased(
    'control.mail',
    `tenant_id is null and recipient in (select email from control.identity where id = any(:identityIds::uuid[]) and ${nowhereElse})`,
  ),
  erased('control.membership'),
  erased('control.role'),
  erased('control.team'),
  erased('control.identity', `id = any(:identityIds::uuid[]) and ${nowhereElse}`),
];
