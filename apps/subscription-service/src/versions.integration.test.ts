import { ApiClientService } from '@rapport/api-clients';
import { operator, Stage } from '@rapport/container/testing';
import { advisoryLocks, statement } from '@rapport/database';
import { holdTransaction } from '@rapport/database/testing';
import { newId } from '@rapport/kernel';
import { RoleService, TeamService, UserCreation, UserService } from '@rapport/people';
import { expect, test } from 'vitest';
import { compose } from './testing/compose.ts';
import { newRoleCode, readerAt, StaffedTenant } from './testing/staffed-tenant.ts';

const stage = await Stage.ofFile(compose);
const { running } = stage;
const staff = await StaffedTenant.create(running);

interface Versioned {
  readonly lastModifiedOnUtc: string;
}

/** A thing that is made once for a key, read, and given another name. */
interface Kind {
  make(key: Parameters<TeamService['create']>[3]): Promise<Versioned & { readonly made: unknown }>;
  read(id: string): Promise<Versioned>;
  rename(id: string, name: string): Promise<string>;
}

const kinds: Record<string, () => Kind> = {
  user: () => {
    const input = readerAt();
    const users = running.get(UserService);
    return {
      make: (key) => running.get(UserCreation).invite(staff.owner, staff.ref, input, key),
      read: (id) => users.get(operator, staff.ref, id),
      rename: (id, name) => users.update(staff.owner, staff.ref, id, { ...input, name }),
    };
  },
  role: () => {
    const input = { code: newRoleCode(), name: 'X', permissions: ['leads.read'] };
    const roles = running.get(RoleService);
    return {
      make: (key) => roles.create(staff.owner, staff.ref, input, key),
      read: (code) => roles.get(operator, staff.ref, code),
      rename: (_, name) => roles.update(staff.owner, staff.ref, { ...input, name }),
    };
  },
  team: () => {
    const teams = running.get(TeamService);
    return {
      make: (key) => teams.create(staff.owner, staff.ref, newId(), key),
      read: (id) => teams.get(operator, staff.ref, id),
      rename: (id, name) => teams.rename(staff.owner, staff.ref, id, name),
    };
  },
  client: () => {
    const input = { name: 'X', runAsUserId: staff.ownerId, scopes: [] };
    const clients = running.get(ApiClientService);
    return {
      make: (key) => clients.createOnce(staff.owner, staff.ref, input, key),
      read: (id) => clients.get(operator, staff.ref, id),
      rename: (id, name) => clients.update(staff.owner, staff.ref, id, { name }),
    };
  },
};

test.each(Object.entries(kinds))(
  'a change of a %s gives its own version, and a replay that of the first answer',
  async (_, begin) => {
    const kind = begin();
    const key = { tenantId: staff.ref.id, userId: staff.ownerId, key: newId(), fingerprint: Buffer.from('x') };
    const first = await kind.make(key);
    const id = idOf(first.made);
    expect((await kind.read(id)).lastModifiedOnUtc).toBe(first.lastModifiedOnUtc);
    const renamed = await kind.rename(id, 'Another');
    expect(renamed).not.toBe(first.lastModifiedOnUtc);
    expect((await kind.read(id)).lastModifiedOnUtc).toBe(renamed);
    expect(await kind.rename(id, 'Another')).toBe(renamed);
    expect(await kind.make(key)).toMatchObject({ isReplayed: true, lastModifiedOnUtc: first.lastModifiedOnUtc });
  },
);

test('a change that waits in the cell while a colleague makes another one gives its own version', async () => {
  const user = await staff.newUser();
  const users = running.get(UserService);
  const seen = await users.get(operator, staff.ref, user);
  const cell = await holdTransaction(operator, stage.asOwner.tenant(staff.ref), lockWrites);
  const mine = users.update(staff.owner, staff.ref, user, { ...seen, dataScope: 'all' });
  await expect.poll(async () => (await users.get(operator, staff.ref, user)).dataScope).toBe('all');
  const between = await users.get(operator, staff.ref, user);
  const theirs = users.update(operator, staff.ref, user, { ...between, name: 'Renamed' });
  await expect.poll(async () => (await users.get(operator, staff.ref, user)).name).toBe('Renamed');
  await cell.end();
  expect(await mine).toBe(between.lastModifiedOnUtc);
  expect(await theirs).toBe((await users.get(operator, staff.ref, user)).lastModifiedOnUtc);
});

function idOf(made: unknown): string {
  return typeof made === 'string' ? made : (made as { readonly apiClientId: string }).apiClientId;
}

const lockWrites = statement('t_lock_writes', `select pg_advisory_xact_lock(${advisoryLocks.tenantWrites}, :tenant)`);
