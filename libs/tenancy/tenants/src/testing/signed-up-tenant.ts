import { operator } from '@rapport/container/testing';
import { Database, statement } from '@rapport/database';
import { newId, type TenantRef } from '@rapport/kernel';
import type { Mail } from '@rapport/mail';
import { UserCreation, Verifications } from '@rapport/people';
import type { Container } from 'inversify';
import { expect } from 'vitest';
import { TenantBirth } from '../tenant-birth.ts';
import { TenantService } from '../tenant-service.ts';

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
  const tenant = { organisationName, planCode: 'free', billing: 'none', isSignup: true } as const;
  const input = { ...tenant, requestsPerMinute: null, tokenRequestsPerMinute: null };
  const userId = newId();
  const owner = { id: userId, email, name: 'The Owner', passwordHash };
  const { tenantId, workId } = await control.transaction(operator, (sql) =>
    running.get(TenantBirth).begin(operator, sql, input, async (id) => {
      await running.get(UserCreation).signUpOwner(operator, sql, id, owner);
      await running.get(Verifications).send(operator, sql, { tenantId: id, userId, email });
      return { userId };
    }),
  );
  if (isProvisioned) {
    await running.get(TenantBirth).proceed(operator, workId);
  }
  const { number, cell } = await running.get(TenantService).require(operator, tenantId);
  const ref = { id: tenantId, number, cell };
  const link = verificationLinkIn((await tenantMails(running, email, tenantId)).at(-1));
  return { ref, ownerId: userId, email, link };
}

/** The mails of a tenant to the address, oldest first. */
export async function tenantMails(running: Container, email: string, tenantId: string): Promise<Mail[]> {
  const { control } = running.get(Database);
  const rows = await control.query<{ content: Mail }>(operator, findMails.with({ email, tenantId }));
  return rows.map(({ content }) => content);
}

/** The mails to a person that no tenant sends, oldest first. */
export async function personalMails(running: Container, email: string): Promise<Mail[]> {
  const rows = await running.get(Database).control.query<{ content: Mail }>(operator, findPersonal.with({ email }));
  return rows.map(({ content }) => content);
}

export function verificationLinkIn(mail: Mail | undefined): string {
  return /\/connect\/verify\?link=([\w-]{43})$/m.exec(mail?.text ?? '')?.[1] ?? expect.fail('no link');
}

export function passwordLinkIn(mail: Mail | undefined): string {
  return /\/connect\/password\?link=([\w-]{43})$/m.exec(mail?.text ?? '')?.[1] ?? expect.fail('no link');
}

const findPersonal = statement(
  't_personal_mails',
  'select content from control.mail where recipient = :email and tenant_id is null order by id',
);
const findMails = statement(
  't_tenant_mails',
  'select content from control.mail where recipient = :email and tenant_id = :tenantId order by id',
);
