import { operator, Stage } from '@rapport/container/testing';
import { statement } from '@rapport/database';
import { newId } from '@rapport/kernel';
import { UserCreation, UserService } from '@rapport/people';
import { newAddress } from '@rapport/subscriptions/testing';
import { expect, test } from 'vitest';
import { compose } from './testing/compose.ts';
import { readerAt, StaffedTenant } from './testing/staffed-tenant.ts';

const stage = await Stage.ofFile(compose);
const { asOwner, running } = stage;
const staff = await StaffedTenant.create(running);

const refused = { code: 'rate_limited', headers: { 'retry-after': expect.stringMatching(/^\d+$/) as string } };

type RequestKey = Parameters<UserCreation['invite']>[3];

function invite(tenant: StaffedTenant, email: string, key?: RequestKey): Promise<{ readonly made: string }> {
  return running.get(UserCreation).invite(tenant.owner, tenant.ref, readerAt(email), key);
}

test('an invitation that is too many for an address writes nothing, and leaves the link of the one before', async () => {
  const email = newAddress();
  const { made } = await invite(staff, email);
  const again = () => running.get(UserService).inviteAgain(staff.owner, staff.ref, made);
  for (let more = 0; more < 4; more += 1) {
    await again();
  }
  const other = await StaffedTenant.create(running);
  const before = await written();
  await expect(again()).rejects.toMatchObject(refused);
  await expect(invite(other, email.toUpperCase())).rejects.toMatchObject(refused);
  expect(await written()).toEqual(before);
});

test('what is refused for another reason and what is replayed counts no invitation', async () => {
  const email = newAddress();
  const key = { userId: staff.ownerId, tenantId: staff.ref.id, key: newId(), fingerprint: Buffer.alloc(32) };
  const { made } = await invite(staff, email, key);
  for (let more = 0; more < 6; more += 1) {
    expect((await invite(staff, email, key)).made).toBe(made);
    await expect(invite(staff, email)).rejects.toMatchObject({ code: 'email_conflict' });
  }
  for (let more = 0; more < 4; more += 1) {
    await running.get(UserService).inviteAgain(staff.owner, staff.ref, made);
  }
  await expect(running.get(UserService).inviteAgain(staff.owner, staff.ref, made)).rejects.toMatchObject(refused);
});

test('users that have only been invited give a tenant no further invitations', async () => {
  const tenant = await StaffedTenant.create(running);
  await tenant.newUser();
  for (let invited = 0; invited < 202; invited += 1) {
    await invite(tenant, newAddress());
  }
  await expect(invite(tenant, newAddress())).rejects.toMatchObject(refused);
  expect((await invite(staff, newAddress())).made).toEqual(expect.any(String));
}, 60_000);

function written(): Promise<object[]> {
  return asOwner.control.query(operator, countAll);
}

const countAll = statement(
  't_written',
  `select (select count(*)::int from control.membership) as users, (select count(*)::int from control.mail) as mails,
  (select count(*)::int from control.password_link where ended_on is null) as "goodLinks",
  (select count(*)::int from control.audit) as audited`,
);
