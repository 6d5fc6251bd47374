import { newSignup, postSignup, signIn, type PersonTokens, type SignupBody } from '@rapport/testbed';
import { expect, inject, vi } from 'vitest';
import { mailsTo } from './mails.ts';
import { newBrowser, type Person } from './person.ts';

const { baseUrl } = inject('platform');

/** The owner of a sign-up, with the link of the mail that came of it. */
export interface SignedUp extends Person {
  readonly organisationName: string;
  readonly link: string;
}

export async function signUp(more: Partial<SignupBody> = {}): Promise<SignedUp> {
  const sent = newSignup({ planCode: 'free', ...more });
  const { ownerEmail: email, organisationName, password } = sent;
  const { status, body } = await postSignup(baseUrl, sent);
  expect([201, 202]).toContain(status);
  const { tenantId, owner } = body as { tenantId: string; owner: { userId: string } };
  const [link = ''] = await vi.waitUntil(
    async () => {
      const mails = (await mailsTo(email)).filter((mail) => mail.includes(organisationName));
      return mails.length > 0 && mails.map((mail) => /^http\S+\/connect\/verify\?link=\S+$/m.exec(mail)?.[0]);
    },
    { timeout: 10_000 },
  );
  return { tenantId, userId: owner.userId, email, password, organisationName, link };
}

/** A sign-in that names the tenant. */
export function sessionIn(
  tenantId: string,
  { email, password }: Pick<Person, 'email' | 'password'>,
  browser = newBrowser(),
): Promise<PersonTokens> {
  return signIn(baseUrl, browser, { email, password, tenantId });
}
