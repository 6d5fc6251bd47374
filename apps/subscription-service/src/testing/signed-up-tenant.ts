import { Database, statement } from '@rapport/database';
import type { TenantRef } from '@rapport/kernel';
import type { Mail } from '@rapport/mail';
import { UserCreation, Verifications } from '@rapport/people';
import { TenantBirth, TenantService } from '@rapport/tenants';
import type { Container } from 'inversify';
import { expect } from 'vitest';
import { operator } from './processes.ts';

/** A tenant as a sign-up leaves it: its owner's address is not verified, and a mail with a link is on its way. */
export interface SignedUpTenant {
  readonly ref: TenantRef;
  readonly ownerId: string;
  readonly email: string;
  readonly link: string;
}

/** `isProvisioned`: whether it has a schema, and so takes more users. */
export async function signUp(
  running: Container,
  email: string,
  passwordHash: string,
  { isProvisioned = false, organisationName = 'A sign-up' } = {},
): Promise<SignedUpTenant> {
  const { control } = running.get(Database);
  const tenant = { name: organisationName, ownerEmail: email, plan: 'free' };
  const input = { ...tenant, requestsPerMinute: null, tokenRequestsPerMinute: null };
  const { tenantId, owner, workId } = await control.transaction(operator, async (sql) => {
    const begun = await running.get(TenantBirth).begin(operator, sql, input, async (id) => ({
      userId: await running
        .get(UserCreation)
        .createUnverifiedOwner(operator, sql, id, { email, name: 'The Owner', passwordHash }),
    }));
    const { userId } = begun.owner;
    await sql.query(operator, waitForOwner, [begun.tenantId]);
    await running.get(Verifications).send(operator, sql, { tenantId: begun.tenantId, userId, email });
    return begun;
  });
  if (isProvisioned) {
    await running.get(TenantBirth).proceed(operator, workId);
  }
  const ref = await running.get(TenantService).reference(operator, tenantId);
  const link = verificationLinkIn((await tenantMails(running, email, tenantId)).at(-1));
  return { ref, ownerId: owner.userId, email, link };
}

/** The mails of a tenant to the address, oldest first. */
export async function tenantMails(running: Container, email: string, tenantId: string): Promise<Mail[]> {
  const rows = await running.get(Database).control.query<{ content: Mail }>(operator, findMails, [email, tenantId]);
  return rows.map(({ content }) => content);
}

export function verificationLinkIn(mail: Mail | undefined): string {
  return /\/connect\/verify\?link=([\w-]{43})$/m.exec(mail?.text ?? '')?.[1] ?? expect.fail('no link');
}

const waitForOwner = statement(
  't_wait_for_owner',
  `update control.tenant set verify_by = clock_timestamp() + interval '7 days' where id = $1`,
);
const findMails = statement(
  't_tenant_mails',
  'select content from control.mail where recipient = $1 and tenant_id = $2 order by id',
);
