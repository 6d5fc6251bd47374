import { PrincipalStore } from '@rapport/admission';
import { operator, Stage } from '@rapport/container/testing';
import { statement } from '@rapport/database';
import {
  PasswordLinks,
  Passwords,
  RoleService,
  UserCreation,
  VerificationLinks,
  type FollowedLink,
} from '@rapport/people';
import { newAddress } from '@rapport/subscriptions/testing';
import { passwordLinkIn, personalMails, signUp, tenantMails } from '@rapport/tenants/testing';
import type { Container } from 'inversify';
import { expect, test } from 'vitest';
import { atEveryStep } from './testing/at-every-step.ts';
import { compose } from './testing/compose.ts';
import { KeptIdentities } from './testing/kept-identities.ts';
import { readerAt, StaffedTenant } from './testing/staffed-tenant.ts';

const address = '192.0.2.1';

const stage = await Stage.ofFile(compose);
const { asOwner, running } = stage;
const kept = new KeptIdentities(asOwner);
const staff = await StaffedTenant.create(running);

test('an invitation is sent once, followed once, and whole, whatever step the process dies at', async () => {
  await atEveryStep(stage, async () => {
    const email = newAddress();
    return {
      change: (container) => container.get(UserCreation).invite(staff.owner, staff.ref, readerAt(email)),
      after: async (died) => {
        const users = (await asOwner.control.query(operator, findUsers.with({ email }))).length;
        expect(await tenantMails(running, email, staff.ref.id)).toHaveLength(users);
        if (!died) {
          expect(users).toBe(1);
        }
      },
    };
  });
}, 120_000);

test('a user who is no owner any more verifies the address, and the tenant goes on to wait for an owner', async () => {
  const email = newAddress();
  const words = 'a password of twelve and more';
  const passwordHash = await running.get(Passwords).hash(operator, 'operators', words);
  const { ref, ownerId, link } = await signUp(running, email, passwordHash);
  await asOwner.control.query(operator, demote.with({ ownerId }));
  const followed = await running.get(VerificationLinks).follow(operator, { text: link, password: words, address });
  expect(followed.outcome).toBe('done');
  expect(await kept.of(email)).toMatchObject([{ isVerified: true }]);
  expect(await kept.tenant(ref.id)).toMatchObject({ isWaiting: true });
  expect(await kept.verifiedOwners(ref.id)).toEqual([]);
});

test('a link is followed whole or not at all, whatever step the process dies at', async () => {
  await atEveryStep(stage, async () => {
    const email = newAddress();
    const link = await invited(email);
    const words = 'a password of twelve and more';
    return {
      change: (container) => follow(container, link, words),
      after: async (died) => {
        const again = await follow(running, link, words);
        expect(again.outcome === 'done' || again.outcome === 'gone').toBe(true);
        expect(died || again.outcome === 'gone').toBe(true);
        expect(await fits(email, words)).toBe(true);
        expect((await follow(running, link, words)).outcome).toBe('gone');
      },
    };
  });
}, 120_000);

test('a reset is sent and followed whole or not at all, whatever step the process dies at', async () => {
  await atEveryStep(stage, async () => {
    const email = newAddress();
    await staff.newUser({ email });
    return {
      change: async (container) => {
        await container.get(PasswordLinks).requestReset(operator, email);
        const link = passwordLinkIn((await personalMails(running, email)).at(-1));
        await follow(container, link, 'another password, a new one');
      },
      after: async (died) => {
        const mails = await personalMails(running, email);
        const link = mails.length === 0 ? '' : passwordLinkIn(mails.at(-1));
        const { outcome } = await follow(running, link, 'another password, a new one');
        const isSet = await fits(email, 'another password, a new one');
        expect(outcome === 'gone' && !isSet && mails.length === 1).toBe(false);
        expect(died || isSet).toBe(true);
      },
    };
  });
}, 120_000);

test('every user of a role has its new rights and one new view, whatever step the process dies at', async () => {
  await atEveryStep(stage, async () => {
    const code = await staff.newRole(['customers.read']);
    const users = [await staff.newUser({ roles: [code] }), await staff.newUser({ roles: [code] })];
    const next = { code, name: code, permissions: ['leads.read', 'leads.write'] };
    return {
      change: (container) => container.get(RoleService).update(staff.owner, staff.ref, next),
      after: async (died) => {
        if (died) {
          await running.get(RoleService).update(staff.owner, staff.ref, next);
        }
        for (const id of users) {
          const user = await running.get(PrincipalStore).user(operator, id);
          expect([user?.permissions.toSorted(), user?.viewNumber]).toEqual([['leads.read', 'leads.write'], 2]);
          const inCell = await stage.service.tenant(staff.ref).query(operator, findView.with({ userId: id }));
          expect(inCell).toEqual([{ number: 2 }]);
        }
      },
    };
  });
}, 120_000);

async function invited(email: string): Promise<string> {
  await running.get(UserCreation).invite(staff.owner, staff.ref, readerAt(email));
  return passwordLinkIn((await tenantMails(running, email, staff.ref.id)).at(-1));
}

function follow(container: Container, text: string, password: string): Promise<FollowedLink> {
  return container.get(PasswordLinks).follow(operator, { text, password, address });
}

async function fits(email: string, password: string): Promise<boolean> {
  const [identity] = await kept.of(email);
  return running.get(Passwords).verify(operator, 'operators', identity?.hash, password);
}

const findUsers = statement('t_users', 'select id from control.membership where email = :email');
const findView = statement('t_view', 'select number from tenant.view where principal_id = :userId');

const demote = statement('t_demote', `update control.membership set roles = '{administrator}' where id = :ownerId`);
