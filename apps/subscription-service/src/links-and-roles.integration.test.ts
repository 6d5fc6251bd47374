import { builtInRoles, PrincipalStore } from '@rapport/admission';
import { ApiClientService } from '@rapport/api-clients';
import type { ChangeContext } from '@rapport/audit';
import { statement, type Database } from '@rapport/database';
import { Crash, createTestDatabases, mortalDatabase, Mortality, type TestDatabases } from '@rapport/database/testing';
import type { Mail } from '@rapport/mail';
import { PasswordLinks, Passwords, RoleService, TeamService, UserCreation, UserService } from '@rapport/people';
import type { TenantRef } from '@rapport/kernel';
import { CellWork } from '@rapport/sagas';
import { ensureCells, TenantCreation, TenantService } from '@rapport/tenants';
import type { Container } from 'inversify';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { connectProcesses, operator, type Processes } from './testing/processes.ts';

let databases: TestDatabases;
let processes: Processes;
let database: Database;
let asOwner: Database;
let running: Container;
let tenant: TenantRef;
let owner: ChangeContext;
let ownerId: string;
let made = 0;

beforeAll(async () => {
  databases = await createTestDatabases(inject('postgresAdministratorUrl'));
  processes = await connectProcesses(inject('redisUrl'));
  database = databases.connect('rapport_subscription_service');
  asOwner = databases.connect('rapport_owner', { poolSize: 1 });
  running = processes.start(database);
  await ensureCells(operator, asOwner.control, ['cell']);
  tenant = await newTenant();
});

afterAll(async () => {
  await processes.redis.close();
  await databases.drop();
});

describe('deaths', () => {
  test('an invitation is sent once, followed once, and whole, whatever step the process dies at', async () => {
    await atEveryStep(async () => {
      const email = address();
      const input = { email, name: 'Her', roles: ['salesperson'], dataScope: 'own', teamId: null } as const;
      return {
        change: (container) => container.get(UserCreation).invite(owner, tenant, input),
        after: async (died) => {
          const mails = await mailsTo(email);
          const users = await countUsers(email);
          expect(mails).toHaveLength(users);
          if (!died) {
            expect(users).toBe(1);
          }
        },
      };
    });
  }, 120_000);

  test('a link is followed whole or not at all, whatever step the process dies at', async () => {
    await atEveryStep(async () => {
      const email = address();
      const link = await invited(email);
      const words = 'a password of twelve and more';
      return {
        change: (container) => container.get(PasswordLinks).follow(operator, link, words),
        after: async (died) => {
          const again = await running.get(PasswordLinks).follow(operator, link, words);
          expect(again.outcome === 'done' || again.outcome === 'gone').toBe(true);
          expect(died || again.outcome === 'gone').toBe(true);
          expect(await fits(email, words)).toBe(true);
          expect((await running.get(PasswordLinks).follow(operator, link, words)).outcome).toBe('gone');
        },
      };
    });
  }, 120_000);

  test('a reset is sent and followed whole or not at all, whatever step the process dies at', async () => {
    await atEveryStep(async () => {
      const email = address();
      await newUser({ email });
      return {
        change: async (container) => {
          await container.get(PasswordLinks).requestReset(operator, email);
          const link = linkIn((await mailsTo(email)).at(-1));
          await container.get(PasswordLinks).follow(operator, link, 'another password, a new one');
        },
        after: async (died) => {
          const mails = await mailsTo(email);
          const link = mails.length === 0 ? '' : linkIn(mails.at(-1));
          const { outcome } = await running.get(PasswordLinks).follow(operator, link, 'another password, a new one');
          const isSet = await fits(email, 'another password, a new one');
          expect(outcome === 'gone' && !isSet && mails.length === 1).toBe(false);
          expect(died || isSet).toBe(true);
        },
      };
    });
  }, 120_000);

  test('every user of a role has its new rights and one new view, whatever step the process dies at', async () => {
    await atEveryStep(async () => {
      const code = `role${(made += 1)}`;
      await running.get(RoleService).create(owner, tenant, { code, name: code, permissions: ['customers.read'] });
      const users = [await newUser({ roles: [code] }), await newUser({ roles: [code] })];
      const next = { code, name: code, permissions: ['leads.read', 'leads.write'] };
      return {
        change: (container) => container.get(RoleService).update(owner, tenant, next),
        after: async (died) => {
          if (died) {
            await running.get(RoleService).update(owner, tenant, next);
          }
          for (const id of users) {
            const user = await running.get(PrincipalStore).user(operator, id);
            expect([user?.permissions.toSorted(), user?.viewNumber]).toEqual([['leads.read', 'leads.write'], 2]);
            expect(await viewInCell(id)).toBe(2);
          }
        },
      };
    });
  }, 120_000);
});

describe('climbing', () => {
  const refused = { code: 'permission_denied' };

  test('no user gives roles, scopes or teams beyond its own, nor makes an owner', async () => {
    const team = (await running.get(TeamService).create(owner, tenant, `team ${(made += 1)}`)).made;
    const keeper = await keeperOf(['users.manage', 'customers.read'], 'team', team);
    const other = (await running.get(TeamService).create(owner, tenant, `team ${(made += 1)}`)).made;
    const invite = (more: object) =>
      running.get(UserCreation).invite(keeper.context, tenant, {
        ...{ email: address(), name: 'X', roles: [keeper.role], dataScope: 'own', teamId: null },
        ...more,
      });
    await expect(invite({ roles: ['readOnly'] })).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining('leads.read') as string,
    });
    await expect(invite({ roles: ['owner'] })).rejects.toMatchObject(refused);
    await expect(invite({ dataScope: 'all' })).rejects.toMatchObject(refused);
    await expect(invite({ dataScope: 'team', teamId: other })).rejects.toMatchObject(refused);
    await invite({ dataScope: 'team', teamId: team });
    await invite({});
  });

  test('no user changes, disables, enables, invites or signs out one with more rights, nor itself into more', async () => {
    const keeper = await keeperOf(['users.manage'], 'own', null);
    const strong = await newUser({ roles: ['salesperson'] });
    const wide = await newUser({ roles: [keeper.role], dataScope: 'all' });
    const users = running.get(UserService);
    for (const id of [strong, wide, ownerId]) {
      const user = await users.get(operator, tenant, id);
      await expect(users.update(keeper.context, tenant, id, { ...user, name: 'X' })).rejects.toMatchObject(refused);
      await expect(users.setActive(keeper.context, tenant, id, false)).rejects.toMatchObject(refused);
      await expect(users.setActive(keeper.context, tenant, id, true)).rejects.toMatchObject(refused);
      await expect(users.inviteAgain(keeper.context, tenant, id)).rejects.toMatchObject(refused);
      await expect(users.endSessions(keeper.context, tenant, id)).rejects.toMatchObject(refused);
    }
    const self = await users.get(operator, tenant, keeper.id);
    await expect(users.update(keeper.context, tenant, keeper.id, { ...self, dataScope: 'all' })).rejects.toMatchObject(
      refused,
    );
    await users.endSessions(keeper.context, tenant, keeper.id);
  });

  test('an administrator, who holds every permission, is no owner: it neither makes nor changes one', async () => {
    const administrator = await newUser({ roles: ['administrator'], dataScope: 'all' });
    const context: ChangeContext = { ...operator, actor: { kind: 'user', name: administrator } };
    const users = running.get(UserService);
    const self = await users.get(operator, tenant, administrator);
    await expect(users.update(context, tenant, administrator, { ...self, roles: ['owner'] })).rejects.toMatchObject(
      refused,
    );
    await expect(users.setActive(context, tenant, ownerId, false)).rejects.toMatchObject(refused);
  });

  test('no user makes or edits a role beyond its own rights, and the built-in ones do not change', async () => {
    const keeper = await keeperOf(['users.manage', 'customers.read'], 'all', null);
    const roles = running.get(RoleService);
    const strong = `role${(made += 1)}`;
    await roles.create(owner, tenant, { code: strong, name: strong, permissions: ['leads.delete'] });
    const more = { code: `role${(made += 1)}`, name: 'More', permissions: ['customers.write'] };
    await expect(roles.create(keeper.context, tenant, more)).rejects.toMatchObject(refused);
    const less = { code: strong, name: strong, permissions: [] };
    await expect(roles.update(keeper.context, tenant, less)).rejects.toMatchObject(refused);
    await expect(roles.setActive(keeper.context, tenant, strong, false)).rejects.toMatchObject(refused);
    const own = { code: keeper.role, name: 'Own', permissions: ['users.manage', 'customers.delete'] };
    await expect(roles.update(keeper.context, tenant, own)).rejects.toMatchObject(refused);
    for (const code of Object.keys(builtInRoles)) {
      await expect(roles.update(owner, tenant, { code, name: 'Mine', permissions: [] })).rejects.toMatchObject(refused);
      await expect(roles.setActive(owner, tenant, code, false)).rejects.toMatchObject(refused);
    }
  });

  test('no user makes, takes over or enables an API client that acts with more than its own rights', async () => {
    const keeper = await keeperOf(['apiClients.manage', 'customers.read'], 'own', null);
    const clients = running.get(ApiClientService);
    const strong = await newUser({ roles: ['manager'], dataScope: 'all' });
    const input = { name: 'A client', scopes: ['customers.read'] };
    await expect(clients.create(keeper.context, tenant, { ...input, runAsUserId: strong })).rejects.toMatchObject(
      refused,
    );
    const own = await clients.create(keeper.context, tenant, { ...input, runAsUserId: keeper.id });
    await expect(clients.update(keeper.context, tenant, own.clientId, { runAsUserId: strong })).rejects.toMatchObject(
      refused,
    );
    const theirs = await clients.create(owner, tenant, { ...input, runAsUserId: strong });
    for (const change of [{ name: 'Mine' }, { runAsUserId: keeper.id }]) {
      await expect(clients.update(keeper.context, tenant, theirs.apiClientId, change)).rejects.toMatchObject(refused);
    }
    await clients.setActive(keeper.context, tenant, theirs.apiClientId, false);
    await expect(clients.setActive(keeper.context, tenant, theirs.apiClientId, true)).rejects.toMatchObject(refused);
  });

  test('of two owners who disable each other at the same time, one stays', async () => {
    const here = await newTenant();
    const first = ownerId;
    const second = (
      await running.get(UserCreation).add(operator, here, {
        ...{ email: address(), name: 'Second', roles: ['owner'], dataScope: 'all', teamId: null },
      })
    ).userId;
    const users = running.get(UserService);
    const outcomes = await Promise.allSettled([
      users.setActive(operator, here, first, false),
      users.setActive(operator, here, second, false),
    ]);
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    expect(failures).toMatchObject([{ code: 'resource_in_use' }]);
    tenant = await newTenant();
  });
});

interface Scene {
  readonly change: (container: Container) => Promise<unknown>;
  readonly after: (died: boolean) => Promise<void>;
}

/** Sets the scene anew for each step at which the change can die, then does what another process does. */
async function atEveryStep(setScene: () => Promise<Scene>): Promise<void> {
  for (let diesAt = 1; ; diesAt += 1) {
    const { change, after } = await setScene();
    const mortal = processes.start(mortalDatabase(database, new Mortality(diesAt)));
    const died = await change(mortal).then(
      () => false,
      (error: unknown) => {
        expect(error).toBeInstanceOf(Crash);
        return true;
      },
    );
    await asOwner.control.query(operator, releaseClaims);
    await running.get(CellWork).resume(operator);
    await after(died);
    if (!died) {
      expect(diesAt).toBeGreaterThan(3);
      return;
    }
  }
}

async function newTenant(): Promise<TenantRef> {
  const { created } = await running.get(TenantCreation).create(operator, {
    ...{ name: 'A tenant', ownerEmail: address(), plan: 'enterprise' },
    ...{ requestsPerMinute: null, tokenRequestsPerMinute: null },
  });
  ownerId = created.owner.userId;
  owner = { ...operator, actor: { kind: 'user', name: ownerId } };
  return running.get(TenantService).reference(operator, created.tenantId);
}

async function newUser(more: Partial<Parameters<UserCreation['add']>[2]>): Promise<string> {
  const input = { email: address(), name: 'X', roles: ['readOnly'], dataScope: 'own', teamId: null, ...more } as const;
  return (await running.get(UserCreation).add(operator, tenant, input)).userId;
}

/** A user whose rights are those of a role of its own, and the context in which it acts. */
async function keeperOf(permissions: string[], dataScope: 'own' | 'team' | 'all', teamId: string | null) {
  const role = `role${(made += 1)}`;
  await running.get(RoleService).create(owner, tenant, { code: role, name: role, permissions });
  const id = await newUser({ roles: [role], dataScope, teamId });
  const context: ChangeContext = { ...operator, actor: { kind: 'user', name: id } };
  return { id, role, context };
}

async function invited(email: string): Promise<string> {
  const input = { email, name: 'Her', roles: ['readOnly'], dataScope: 'own', teamId: null } as const;
  await running.get(UserCreation).invite(owner, tenant, input);
  return linkIn((await mailsTo(email)).at(-1));
}

function linkIn(mail: Mail | undefined): string {
  return /\/connect\/password\?link=([\w-]{43})$/m.exec(mail?.text ?? '')?.[1] ?? expect.fail('no link');
}

async function mailsTo(email: string): Promise<Mail[]> {
  const rows = await asOwner.control.query<{ content: Mail }>(operator, findMails, [email]);
  return rows.map(({ content }) => content);
}

async function countUsers(email: string): Promise<number> {
  return (await asOwner.control.query(operator, findUsers, [email])).length;
}

async function fits(email: string, password: string): Promise<boolean> {
  const [row] = await asOwner.control.query<{ hash: string }>(operator, findHash, [email]);
  return running.get(Passwords).verify(operator, row?.hash, password);
}

async function viewInCell(userId: string): Promise<number | undefined> {
  const [row] = await database.tenant(tenant).query<{ number: number }>(operator, findView, [userId]);
  return row?.number;
}

function address(): string {
  made += 1;
  return `person${made}@example.test`;
}

const releaseClaims = statement('t_release_claims', `update control.cell_work set claimed_until = '-infinity'`);
const findMails = statement('t_mails', 'select content from control.mail where recipient = $1 order by id');
const findUsers = statement('t_users', 'select id from control.membership where email = $1');
const findHash = statement('t_hash', 'select password_hash as hash from control.identity where email = $1');
const findView = statement('t_view', 'select number from tenant.view where principal_id = $1');
