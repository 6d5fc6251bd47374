import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { anyAddress, newEmail, newName, signIn, type PersonTokens } from '@rapport/testbed';
import { expect, inject, vi } from 'vitest';
import { mailsTo } from './mails.ts';
import { newBrowser, type Person } from './person.ts';

const { baseUrl } = inject('platform');

/** The owner of a sign-up, with the link of the mail that came of it. */
export interface SignedUp extends Person {
  readonly organisationName: string;
  readonly link: string;
}

export async function signUp(email = newEmail()): Promise<SignedUp> {
  const [organisationName, password] = [newName(), 'Twelve grey herons at noon'];
  const body = { organisationName, ownerEmail: email, ownerName: 'An Owner', password, planCode: 'free' };
  const { tenantId, owner } = await postSignUp(body);
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

/** Sign-ups are counted by the caller's address, so each comes from another one. */
async function postSignUp(body: object): Promise<{ tenantId: string; owner: { userId: string } }> {
  const answer = await new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    request(
      new URL('/subscription/v1/signups', baseUrl),
      { method: 'POST', headers, localAddress: anyAddress(), family: 4 },
      (received) => void text(received).then((sent) => resolve({ status: received.statusCode, body: sent }), reject),
    )
      .on('error', reject)
      .end(JSON.stringify(body));
  });
  expect([201, 202], answer.body).toContain(answer.status);
  return JSON.parse(answer.body) as { tenantId: string; owner: { userId: string } };
}
