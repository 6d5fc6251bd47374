import { operator, Stage } from '@rapport/container/testing';
import {
  PasswordChange,
  PasswordLinks,
  Passwords,
  UserCreation,
  UserService,
  VerificationLinks,
  Verifications,
} from '@rapport/people';
import { newAddress } from '@rapport/subscriptions/testing';
import {
  passwordLinkIn,
  personalMails,
  signUp,
  tenantMails,
  verificationLinkIn,
  type SignedUpTenant,
} from '@rapport/tenants/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { atEveryStep } from './testing/at-every-step.ts';
import { compose } from './testing/compose.ts';
import { heldAtAudit } from './testing/held-control.ts';
import { KeptIdentities } from './testing/kept-identities.ts';
import { readerAt, StaffedTenant } from './testing/staffed-tenant.ts';

const words = 'Seven quiet boats at dusk';
const otherWords = 'Nine loud geese at dawn';
const address = '192.0.2.1';

let signedUp: SignedUpTenant;
let email: string;

const stage = await Stage.ofFile(compose);
const { asOwner, running } = stage;
const kept = new KeptIdentities(asOwner);
const staff = await StaffedTenant.create(running);
const passwordHash = await running.get(Passwords).hash(operator, 'operators', words);

beforeEach(async () => {
  signedUp = await newSignUp();
  ({ email } = signedUp);
});

describe('beside a verification', () => {
  test('another one of the same address joins the identity of the first', async () => {
    const other = await signUp(running, email, await running.get(Passwords).hash(operator, 'operators', otherWords));
    await inOrder('second', () => verify(other, otherWords));
    const tenants = [signedUp.ref.id, other.ref.id].sort();
    expect(await kept.of(email)).toMatchObject([
      { isVerified: true, hash: passwordHash, tenants },
      { isVerified: false, tenants: [] },
    ]);
    expect(await kept.tenant(other.ref.id)).toMatchObject({ isWaiting: false });
  });

  test('a second one of the same link finds it used', async () => {
    await inOrder('second', async () =>
      expect(await running.get(VerificationLinks).follow(operator, formOf(signedUp))).toEqual(gone),
    );
    expect(await kept.verifiedOwners(signedUp.ref.id)).toHaveLength(1);
  });

  test.each(['first', 'second'])('an invitation of its address that comes %s ends in one identity', async (order) => {
    const text = await invite(email);
    const follow = () => running.get(PasswordLinks).follow(operator, { text, password: words, address });
    await inOrder(order, follow);
    expect(await kept.of(email)).toMatchObject(oneIdentity(order));
  });

  test.each(['first', 'second'])('a user that an operator adds %s ends in one identity', async (order) => {
    await inOrder(order, () => running.get(UserCreation).add(operator, staff.ref, readerAt(email)));
    expect(await kept.of(email)).toMatchObject(oneIdentity(order));
  });

  test('a reset of the identity that its user joins is done before or behind it', async () => {
    for (const order of ['first', 'second']) {
      const next = await newSignUp();
      await running.get(UserCreation).add(operator, staff.ref, readerAt(next.email));
      await running.get(PasswordLinks).requestReset(operator, next.email);
      const text = passwordLinkIn((await personalMails(running, next.email)).at(-1));
      const reset = () => running.get(PasswordLinks).follow(operator, { text, password: otherWords, address });
      await inOrder(order, reset, next);
      const [known] = await kept.of(next.email);
      expect(known?.tenants).toEqual([staff.ref.id, next.ref.id].sort());
      expect(await running.get(Passwords).verify(operator, 'operators', known?.hash, otherWords)).toBe(true);
    }
  });

  test('a change of the password of the sign-up that comes first makes the old one wrong', async () => {
    const { ref, ownerId: userId } = signedUp;
    const input = { userId, sessionId: ref.id, address, currentPassword: words, newPassword: otherWords };
    const change = () => running.get(PasswordChange).change(operator, ref, input, (_identity, compare) => compare());
    const wrong = { outcome: 'wrong password' };
    const outcomes = await heldAtAudit(asOwner, change, async () =>
      expect(await running.get(VerificationLinks).follow(operator, formOf(signedUp))).toEqual(wrong),
    );
    expect(outcomes).toEqual(['done', 'done']);
    expect(await kept.of(email)).toMatchObject([{ isVerified: false }]);
  });

  test('an operator who takes the role of the owner away first leaves a tenant that waits, and one who gives it does not', async () => {
    const provisioned = await newSignUp({ isProvisioned: true });
    const { ref, ownerId } = provisioned;
    const other = await running.get(UserCreation).add(operator, ref, readerAt(newAddress()));
    const amend = (roles: string[]) => () => running.get(UserService).amend(operator, ref, ownerId, { roles });
    // Another owner, as a tenant never loses its last one.
    await running.get(UserService).amend(operator, ref, other.userId, { roles: ['owner'], dataScope: 'all' });
    await kept.waitAgain(ref.id);
    expect(await heldAtAudit(asOwner, amend(['manager']), () => verify(provisioned))).toEqual(['done', 'done']);
    expect(await kept.tenant(ref.id)).toMatchObject({ isWaiting: true });
    expect(await kept.of(provisioned.email)).toMatchObject([{ isVerified: true }]);
    await amend(['owner'])();
    expect(await kept.tenant(ref.id)).toMatchObject({ isWaiting: false });
  });
});

describe('whatever step the process dies at', () => {
  test('an address is verified whole or not at all', async () => {
    await atEveryStep(stage, async () => {
      const next = await newSignUp();
      return {
        change: (container) => container.get(VerificationLinks).follow(operator, formOf(next)),
        after: async (died) => {
          await expectVerified(next, died);
          expect(await kept.of(next.email)).toEqual([{ isVerified: true, hash: passwordHash, tenants: [next.ref.id] }]);
        },
      };
    });
  }, 120_000);

  test('a user joins the identity of the address whole or not at all', async () => {
    await atEveryStep(stage, async () => {
      const next = await newSignUp();
      await running.get(UserCreation).add(operator, staff.ref, readerAt(next.email));
      return {
        change: (container) => container.get(VerificationLinks).follow(operator, formOf(next)),
        after: async (died) => {
          await expectVerified(next, died);
          expect(await kept.of(next.email)).toMatchObject([
            { isVerified: true, tenants: [staff.ref.id, next.ref.id].sort() },
            { isVerified: false, tenants: [] },
          ]);
        },
      };
    });
  }, 120_000);

  test('a mail that is asked for comes with its link, or neither does', async () => {
    await atEveryStep(stage, async () => {
      const next = await newSignUp();
      return {
        change: (container) => container.get(Verifications).ask(operator, next.ref.id, next.ownerId),
        after: async (died) => {
          const mails = await tenantMails(running, next.email, next.ref.id);
          const seen = await running.get(VerificationLinks).see(operator, verificationLinkIn(mails.at(-1)));
          expect(seen).toMatchObject({ email: next.email });
          expect(died || mails.length === 2).toBe(true);
        },
      };
    });
  }, 120_000);
});

/** A process that died may have done all of it but the answer. */
async function expectVerified(next: SignedUpTenant, died: boolean): Promise<void> {
  const { outcome } = await running.get(VerificationLinks).follow(operator, formOf(next));
  expect(outcome === 'gone' || (died && outcome === 'done')).toBe(true);
  expect(await kept.tenant(next.ref.id)).toMatchObject({ isWaiting: false });
  expect(await kept.verifiedOwners(next.ref.id)).toHaveLength(1);
}

/** Plays the change and the verification at once; `place` is that of the change. */
async function inOrder(order: string, change: () => Promise<unknown>, verified = signedUp): Promise<void> {
  const changes = [() => verify(verified), change];
  expect(await heldAtAudit(asOwner, ...(order === 'first' ? changes.reverse() : changes))).toEqual(['done', 'done']);
}

/** The identity of the sign-up is the only one where it became the verified one first. */
function oneIdentity(order: string) {
  const known = { isVerified: true, tenants: [staff.ref.id, signedUp.ref.id].sort() };
  return order === 'first' ? [known, { isVerified: false, tenants: [] }] : [{ ...known, hash: passwordHash }];
}

async function verify(tenant: SignedUpTenant, password = words): Promise<void> {
  const { outcome } = await running.get(VerificationLinks).follow(operator, formOf(tenant, password));
  expect(outcome).toBe('done');
}

function formOf({ link }: SignedUpTenant, password = words) {
  return { text: link, password, address };
}

function newSignUp(more: Parameters<typeof signUp>[3] = {}): Promise<SignedUpTenant> {
  return signUp(running, newAddress(), passwordHash, more);
}

async function invite(to: string): Promise<string> {
  await running.get(UserCreation).invite(staff.owner, staff.ref, readerAt(to));
  return passwordLinkIn((await tenantMails(running, to, staff.ref.id)).at(-1));
}

const gone = { outcome: 'gone' };
