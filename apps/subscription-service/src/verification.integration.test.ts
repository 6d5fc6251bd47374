import { hash } from 'node:crypto';
import { StatePublisher } from '@rapport/admission';
import { operator, Stage } from '@rapport/container/testing';
import { statement } from '@rapport/database';
import {
  HashQueueFull,
  Passwords,
  UserCreation,
  UserService,
  VerificationLinks,
  Verifications,
  type FollowedVerification,
} from '@rapport/people';
import { beginSession, isAlive } from '@rapport/people/testing';
import { SignInPurge } from '@rapport/sign-in';
import { newAddress } from '@rapport/subscriptions/testing';
import { passwordLinkIn, signUp, tenantMails, verificationLinkIn, type SignedUpTenant } from '@rapport/tenants/testing';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { compose } from './testing/compose.ts';
import { KeptIdentities } from './testing/kept-identities.ts';
import { readerAt, StaffedTenant } from './testing/staffed-tenant.ts';

const words = 'Seven quiet boats at dusk';
const otherWords = 'Nine loud geese at dawn';

const stage = await Stage.ofFile(compose);
const { asOwner, running } = stage;
const kept = new KeptIdentities(asOwner);
const staff = await StaffedTenant.create(running);
// At its full cost, so that guesses which come at once wait for one another.
const passwordHash = await new Passwords().hash(operator, 'operators', words);

afterEach(() => vi.restoreAllMocks());

test('the mail names the organisation alone of what the sign-up said, and harmlessly, and its link shows the same before it is followed', async () => {
  const organisationName = 'www.evil.example <b>now</b>';
  const { ref, email, link } = await newSignUp({ organisationName });
  const [mail] = await tenantMails(running, email, ref.id);
  expect(mail?.subject).toBe('Verify your address for www. evil. example <b>now</b>');
  expect(mail?.html).not.toContain('<b>');
  expect(mail?.text).not.toContain('The Owner');
  expect(await running.get(VerificationLinks).see(operator, link)).toEqual({ email, organisationName });
});

describe('an address without a verified identity', () => {
  test('is verified by the link with the password of the sign-up, once, and its tenant waits for no owner any more', async () => {
    const { ref, ownerId, email, link } = await newSignUp();
    const before = await kept.tenant(ref.id);
    const session = await beginSession(running, asOwner, ownerId);
    const published = vi.spyOn(running.get(StatePublisher), 'publishTenant');
    expect(await follow(link, words)).toMatchObject({ outcome: 'done', joinedKnown: false });
    expect(await kept.of(email)).toEqual([{ isVerified: true, hash: passwordHash, tenants: [ref.id] }]);
    const after = await kept.tenant(ref.id);
    expect(after).toMatchObject({ isWaiting: false, isUnverified: false });
    expect(after.version).toBeGreaterThan(before.version);
    expect(published.mock.calls).toEqual([[expect.anything(), ref.id]]);
    expect(await kept.verifiedOwners(ref.id)).toEqual([{ actor: `user:${ownerId}`, subject: ownerId }]);
    expect(await isAlive(asOwner, session)).toBe(true);
    expect(await follow(link, words)).toEqual({ outcome: 'gone' });
  });

  test('opens its tenant again where the time to verify was over', async () => {
    const { ref, link } = await newSignUp();
    await asOwner.control.query(operator, closeTenant.with(ref));
    await follow(link, words);
    expect(await kept.tenant(ref.id)).toMatchObject({ isWaiting: false, isUnverified: false });
  });
});

describe('an address with a verified identity', () => {
  test('lets the owner join that one: its password counts, and what the sign-up opened has ended before the answer', async () => {
    const { ref, ownerId, email, link } = await newSignUp();
    const sessions = [await beginSession(running, asOwner, ownerId), await beginSession(running, asOwner, ownerId)];
    await addKnown(email);
    const published = vi.spyOn(running.get(StatePublisher), 'publishUser');
    expect(await follow(link, words)).toMatchObject({ outcome: 'done', joinedKnown: true });
    expect(published.mock.calls.map(([, , userId]) => userId)).toEqual([ownerId]);
    expect(await Promise.all(sessions.map((session) => isAlive(asOwner, session)))).toEqual([false, false]);
    const hash = expect.not.stringMatching(passwordHash) as string;
    expect(await kept.of(email)).toEqual([
      { isVerified: true, hash, tenants: [staff.ref.id, ref.id].sort() },
      { isVerified: false, hash: passwordHash, tenants: [] },
    ]);
    expect(await kept.tenant(ref.id)).toMatchObject({ isWaiting: false });
    expect(await kept.verifiedOwners(ref.id)).toEqual([{ actor: `user:${ownerId}`, subject: ownerId }]);
  });

  test('leaves the identity of the sign-up, which goes once no browser names it; one that has its user stays', async () => {
    const [signedUp, other] = [await newSignUp(), await newSignUp()];
    await beginSession(running, asOwner, signedUp.ownerId);
    await addKnown(signedUp.email);
    await follow(signedUp.link, words);
    const purge = new SignInPurge(asOwner);
    await purge.run(operator);
    expect(await kept.of(signedUp.email)).toHaveLength(2);
    await asOwner.control.query(operator, ageSessions);
    await asOwner.control.query(operator, ageBrowsers);
    await purge.run(operator);
    expect(await kept.of(signedUp.email)).toMatchObject([{ isVerified: true }]);
    expect(await kept.of(other.email)).toMatchObject([{ isVerified: false, tenants: [other.ref.id] }]);
  });
});

describe('a guess at a link', () => {
  test('is compared ten times in all its life, and then the right password is of no use either', async () => {
    const { link } = await newSignUp();
    for (let guess = 0; guess < 10; guess += 1) {
      expect(await follow(link, otherWords)).toEqual({ outcome: 'wrong password' });
    }
    expect(await follow(link, words)).toEqual({ outcome: 'gone' });
    expect(await running.get(VerificationLinks).see(operator, link)).toBeUndefined();
  });

  test('is the tenth one alone where several come at once after nine', async () => {
    const { link } = await newSignUp();
    await asOwner.control.query(operator, setGuesses.with({ digest: hash('sha256', link, 'buffer'), guesses: 9 }));
    const outcomes = await Promise.all([1, 2, 3].map(() => follow(link, otherWords)));
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['gone', 'gone', 'wrong password']);
  });

  test('may be right as the tenth', async () => {
    const { link } = await newSignUp();
    await asOwner.control.query(operator, setGuesses.with({ digest: hash('sha256', link, 'buffer'), guesses: 9 }));
    expect(await follow(link, words)).toMatchObject({ outcome: 'done' });
  });

  test('that finds no place among the passwords that wait does not count', async () => {
    const { link } = await newSignUp();
    const crowd = Array.from({ length: 9 }, () => follow(link, otherWords).catch((error: unknown) => error));
    const full = (await Promise.all(crowd)).filter((outcome) => outcome instanceof HashQueueFull);
    expect(full.length).toBeGreaterThan(0);
    expect(await asOwner.control.query(operator, findGuesses.with({ digest: hash('sha256', link, 'buffer') }))).toEqual(
      [{ guesses: 9 - full.length }],
    );
  });
});

describe('a link', () => {
  test('that has run out, of a disabled user or of another kind is of no use', async () => {
    const [late, disabled] = [await newSignUp(), await newSignUp()];
    await asOwner.control.query(operator, expire.with({ digest: hash('sha256', late.link, 'buffer') }));
    await asOwner.control.query(operator, disable.with({ userId: disabled.ownerId }));
    const input = readerAt();
    await running.get(UserCreation).invite(staff.owner, staff.ref, input);
    const [invitation] = await tenantMails(running, input.email, staff.ref.id);
    for (const link of [late.link, disabled.link, passwordLinkIn(invitation), '']) {
      expect(await running.get(VerificationLinks).see(operator, link)).toBeUndefined();
      expect(await follow(link, words)).toEqual({ outcome: 'gone' });
    }
  });

  test('ends with the next one of its tenant, also where two are asked for at once', async () => {
    const { ref, ownerId, email, link } = await newSignUp();
    await Promise.all([1, 2].map(() => running.get(Verifications).ask(operator, ref.id, ownerId)));
    const links = (await tenantMails(running, email, ref.id)).map(verificationLinkIn);
    expect(new Set(links).size).toBe(3);
    expect(links).toContain(link);
    const seen = await Promise.all(links.map((text) => running.get(VerificationLinks).see(operator, text)));
    expect(seen.filter((page) => page !== undefined)).toHaveLength(1);
  });
});

const refusedForAnHour = {
  code: 'rate_limited',
  headers: { 'retry-after': expect.stringMatching(/^3[56]\d\d$/) as string },
};

describe('a mail that an owner asks for', () => {
  test('comes three times in an hour for a user, that of the sign-up not counted, and takes none of another user with the address', async () => {
    const mine = await newSignUp();
    const strangers = await signUp(running, mine.email.toUpperCase(), passwordHash);
    for (const { ref, ownerId, email } of [strangers, mine]) {
      const ask = () => running.get(Verifications).ask(operator, ref.id, ownerId);
      for (let asked = 0; asked < 3; asked += 1) {
        await ask();
      }
      await expect(ask()).rejects.toMatchObject(refusedForAnHour);
      expect(await tenantMails(running, email, ref.id)).toHaveLength(4);
    }
  });

  test('comes ten times in an hour for an address, and one too many for it counts for no user', async () => {
    const { email, ...first } = await newSignUp();
    const others = await Promise.all([1, 2, 3].map(() => signUp(running, email.toUpperCase(), passwordHash)));
    const asking = [first, first, first, ...others, ...others, ...others, ...others.slice(1), ...others.slice(1)];
    const refused: unknown[] = [];
    for (const { ref, ownerId } of asking) {
      const asked = running.get(Verifications).ask(operator, ref.id, ownerId);
      await asked.catch((error: unknown) => refused.push(error));
    }
    expect(refused).toHaveLength(6);
    for (const error of refused) {
      expect(error).toMatchObject(refusedForAnHour);
      expect((error as Error).message).toMatch(/^This e-mail address has got .* try again in 3[56]\d\d seconds\./);
    }
  });

  test('does not come, and is not counted, where the owner is verified or is none of the tenant', async () => {
    const { ref, ownerId, email, link } = await newSignUp();
    await follow(link, words);
    for (let asked = 0; asked < 5; asked += 1) {
      await running.get(Verifications).ask(operator, ref.id, ownerId);
      await running.get(Verifications).ask(operator, staff.ref.id, ownerId);
    }
    expect(await tenantMails(running, email, ref.id)).toHaveLength(1);
  });
});

describe('a tenant that waits for a verified owner', () => {
  test('waits no more where an operator adds one, or makes one of its users one, and every process is told', async () => {
    const [one, other] = [await newSignUp({ isProvisioned: true }), await newSignUp({ isProvisioned: true })];
    const published = vi.spyOn(running.get(StatePublisher), 'publishTenant');
    const user = await running.get(UserCreation).add(operator, one.ref, readerAt());
    expect(await kept.tenant(one.ref.id)).toMatchObject({ isWaiting: true });
    await running.get(UserService).amend(operator, one.ref, user.userId, { roles: ['owner'], dataScope: 'all' });
    const owner = { ...readerAt(), roles: ['owner'], dataScope: 'all' } as const;
    const { userId } = await running.get(UserCreation).add(operator, other.ref, owner);
    expect(published.mock.calls.map(([, tenantId]) => tenantId)).toEqual([one.ref.id, other.ref.id]);
    for (const { ref, subject } of [
      { ...one, subject: user.userId },
      { ...other, subject: userId },
    ]) {
      expect(await kept.tenant(ref.id)).toMatchObject({ isWaiting: false, isUnverified: false });
      expect(await kept.verifiedOwners(ref.id)).toEqual([{ actor: 'operator:test', subject }]);
    }
  });

  test('goes on to wait where its unverified owner is changed, disabled and enabled', async () => {
    const { ref, ownerId } = await newSignUp({ isProvisioned: true });
    const second = { ...readerAt(), roles: ['owner'], dataScope: 'all' } as const;
    const { userId } = await running.get(UserCreation).add(operator, ref, second);
    await kept.waitAgain(ref.id);
    await running.get(UserService).setActive(operator, ref, ownerId, false);
    await running.get(UserService).setActive(operator, ref, ownerId, true);
    await running.get(UserService).amend(operator, ref, ownerId, { roles: ['owner', 'manager'] });
    expect(await kept.tenant(ref.id)).toMatchObject({ isWaiting: true });
    await asOwner.control.query(operator, disable.with({ userId }));
    await running.get(UserService).setActive(operator, ref, userId, true);
    expect(await kept.tenant(ref.id)).toMatchObject({ isWaiting: false });
  });
});

function newSignUp(more: Parameters<typeof signUp>[3] = {}): Promise<SignedUpTenant> {
  return signUp(running, newAddress(), passwordHash, more);
}

function follow(text: string, password: string): Promise<FollowedVerification> {
  return running.get(VerificationLinks).follow(operator, { text, password, address: '192.0.2.1' });
}

/** A verified identity of the address, in a tenant of its own. */
async function addKnown(email: string): Promise<void> {
  await running.get(UserCreation).add(operator, staff.ref, readerAt(email));
}

const closeTenant = statement('t_close_tenant', 'update control.tenant set is_unverified = true where id = :id');
const ageSessions = statement('t_age_sessions', `update control.session set used_on = used_on - interval '3 days'`);
const ageBrowsers = statement(
  't_age_browsers',
  `update control.browser_sign_in set used_on = used_on - interval '3 days'`,
);
const setGuesses = statement(
  't_set_guesses',
  'update control.password_link set guesses = :guesses where digest = :digest',
);
const findGuesses = statement('t_find_guesses', 'select guesses from control.password_link where digest = :digest');
const expire = statement(
  't_expire_link',
  'update control.password_link set expires_on = clock_timestamp() where digest = :digest',
);
const disable = statement('t_disable_user', 'update control.membership set is_active = false where id = :userId');
