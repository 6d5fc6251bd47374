import { createHash } from 'node:crypto';
import { StatePublisher } from '@rapport/admission';
import { operator, Stage } from '@rapport/container/testing';
import { statement } from '@rapport/database';
import { newId } from '@rapport/kernel';
import { PasswordChange, PasswordLinks, Passwords, type FollowedLink } from '@rapport/people';
import { beginSession, isAlive } from '@rapport/people/testing';
import type { Container } from 'inversify';
import { afterEach, expect, test, vi } from 'vitest';
import { TenantCreation, type CreatedTenant } from './tenant-creation.ts';
import { TenantService } from './tenant-service.ts';
import { bindTenants } from './testing/bind-tenants.ts';
import { newTenant } from './testing/new-tenant.ts';
import { passwordLinkIn, personalMails } from './testing/signed-up-tenant.ts';

const words = 'Seven quiet boats at dusk';
const otherWords = 'Nine loud geese at dawn';
const countNone = (_identity: unknown, compare: () => Promise<boolean>) => compare();
const address = '192.0.2.1';

const stage = await Stage.ofFile(bindTenants);
const { asOwner, running } = stage;

afterEach(() => vi.restoreAllMocks());

test('a repeated creation that gives the owner another password ends what the first one opened, resets too', async () => {
  const [input, key] = [newTenant(), { key: newId(), fingerprint: createHash('sha256').update('one').digest() }];
  const person = personOf((await running.get(TenantCreation).create(operator, input, key)).created);
  const session = await beginSession(running, asOwner, person.userId);
  await running.get(PasswordLinks).requestReset(operator, person.email);
  const link = passwordLinkIn((await personalMails(running, person.email)).at(-1));
  const published = watchPublished();
  const { created } = await running.get(TenantCreation).create(operator, input, key);
  expect(await fits(person.email, created.owner.password ?? '')).toBe(true);
  expect(await isAlive(asOwner, session)).toBe(false);
  expect(published()).toEqual([person.userId]);
  expect((await follow(running, link, words)).outcome).toBe('gone');
});

test('a repeated creation ends nothing of an owner that has changed the password meanwhile', async () => {
  const [input, key] = [newTenant(), { key: newId(), fingerprint: createHash('sha256').update('one').digest() }];
  const person = personOf((await running.get(TenantCreation).create(operator, input, key)).created);
  await changePassword(person);
  const session = await beginSession(running, asOwner, person.userId);
  const { created } = await running.get(TenantCreation).create(operator, input, key);
  expect([created.owner.password, await isAlive(asOwner, session)]).toEqual([null, true]);
});

type Person = ReturnType<typeof personOf>;

function personOf({ tenantId, owner }: CreatedTenant) {
  return { tenantId, ...owner };
}

async function changePassword({ tenantId, userId, password }: Person): Promise<void> {
  const tenant = await running.get(TenantService).reference(operator, tenantId);
  const input = { userId, sessionId: tenantId, address, currentPassword: password ?? '', newPassword: otherWords };
  await running.get(PasswordChange).change(operator, tenant, input, countNone);
}

/** The users whose states every replica was told since then. */
function watchPublished(): () => string[] {
  const publish = vi.spyOn(running.get(StatePublisher), 'publishUser');
  return () => publish.mock.calls.map(([, , userId]) => userId);
}

function follow(container: Container, text: string, password: string): Promise<FollowedLink> {
  return container.get(PasswordLinks).follow(operator, { text, password, address });
}

async function fits(email: string, password: string): Promise<boolean> {
  const [row] = await asOwner.control.query<{ hash: string }>(operator, findIdentity.with({ email }));
  return running.get(Passwords).verify(operator, 'operators', row?.hash, password);
}

const findIdentity = statement('t_identity', 'select password_hash as hash from control.identity where email = :email');
