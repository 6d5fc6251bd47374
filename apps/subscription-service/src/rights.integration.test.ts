import { ApiClientService } from '@rapport/api-clients';
import type { ChangeContext } from '@rapport/audit';
import { actingAs, operator, Stage } from '@rapport/container/testing';
import { builtInRoles } from '@rapport/kinds';
import { RoleService, UserCreation, UserService, type User } from '@rapport/people';
import { expect, test } from 'vitest';
import { compose } from './testing/compose.ts';
import { newRoleCode, readerAt, StaffedTenant } from './testing/staffed-tenant.ts';

const stage = await Stage.ofFile(compose);
const { running } = stage;
const staff = await StaffedTenant.create(running);

const refused = { code: 'permission_denied' };

test('no user gives roles, scopes or teams beyond its own, nor makes an owner', async () => {
  const team = await staff.newTeam();
  const keeper = await staff.keeperOf(['users.manage', 'customers.read'], 'team', team);
  const other = await staff.newTeam();
  const invite = (more: object) =>
    running.get(UserCreation).invite(keeper.context, staff.ref, { ...readerAt(), roles: [keeper.role], ...more });
  const message = expect.stringContaining('leads.read') as string;
  await expect(invite({ roles: ['readOnly'] })).rejects.toMatchObject({ ...refused, message });
  await expect(invite({ roles: ['owner'] })).rejects.toMatchObject(refused);
  await expect(invite({ dataScope: 'all' })).rejects.toMatchObject(refused);
  await expect(invite({ dataScope: 'team', teamId: other })).rejects.toMatchObject(refused);
  await invite({});
  await invite({ teamId: other });
  await invite({ dataScope: 'team', teamId: team });
  await invite({ teamId: team });
});

test('below data scope all no user reaches the records of an equal, unless that is in the own team', async () => {
  const [mine, other] = [await staff.newTeam(), await staff.newTeam()];
  const permissions = ['users.manage', 'apiClients.manage', 'customers.read'];
  const alone = await staff.keeperOf(permissions, 'own', mine);
  const leader = await staff.keeperOf(permissions, 'team', mine);
  const colleague = await staff.newUser({ roles: [alone.role], teamId: mine });
  const elsewhere = await staff.newUser({ roles: [leader.role], teamId: other });
  const teamless = await staff.newUser({ roles: [leader.role] });
  for (const id of [elsewhere, teamless]) {
    await expectBeyond(leader.context, id, mine);
  }
  await expectBeyond(alone.context, colleague, mine);
  const input = { name: 'A client', scopes: ['customers.read'], runAsUserId: colleague };
  const { clientId } = await clients().create(leader.context, staff.ref, input);
  await expect(clients().update(alone.context, staff.ref, clientId, { name: 'Mine' })).rejects.toMatchObject(refused);
  await clients().update(leader.context, staff.ref, clientId, { runAsUserId: leader.id });
  await users().update(alone.context, staff.ref, alone.id, { ...(await userOf(alone.id)), name: 'Self' });
  await users().setActive(leader.context, staff.ref, colleague, false);
  await users().setActive(leader.context, staff.ref, colleague, true);
  await users().update(leader.context, staff.ref, colleague, { ...(await userOf(colleague)), teamId: other });
  await expectBeyond(leader.context, colleague, mine);
});

/** The user is neither taken into a team, nor touched, nor given to a client. */
async function expectBeyond(by: ChangeContext, id: string, teamId: string): Promise<void> {
  const user = await userOf(id);
  const input = { name: 'A client', scopes: ['customers.read'], runAsUserId: id };
  await expect(users().update(by, staff.ref, id, { ...user, teamId })).rejects.toMatchObject(refused);
  await expect(users().setActive(by, staff.ref, id, false)).rejects.toMatchObject(refused);
  await expect(users().setActive(by, staff.ref, id, true)).rejects.toMatchObject(refused);
  await expect(users().endSessions(by, staff.ref, id)).rejects.toMatchObject(refused);
  await expect(clients().create(by, staff.ref, input)).rejects.toMatchObject(refused);
}

test('a role is edited with data scope all alone, and made with each', async () => {
  const keeper = await staff.keeperOf(['users.manage', 'customers.read'], 'team', await staff.newTeam());
  const roles = running.get(RoleService);
  const role = { code: newRoleCode(), name: 'Desk', permissions: ['customers.read'] };
  await roles.create(keeper.context, staff.ref, role);
  await expect(roles.update(keeper.context, staff.ref, { ...role, permissions: [] })).rejects.toMatchObject(refused);
  await expect(roles.setActive(keeper.context, staff.ref, role.code, false)).rejects.toMatchObject(refused);
  await expect(roles.setActive(keeper.context, staff.ref, role.code, true)).rejects.toMatchObject(refused);
  const wide = await staff.keeperOf(['users.manage', 'customers.read'], 'all', null);
  await roles.update(wide.context, staff.ref, { ...role, permissions: [] });
  await roles.setActive(wide.context, staff.ref, role.code, false);
});

test('no user changes, disables, enables, invites or signs out one with more rights, nor itself into more', async () => {
  const keeper = await staff.keeperOf(['users.manage'], 'own', null);
  const strong = await staff.newUser({ roles: ['salesperson'] });
  const wide = await staff.newUser({ roles: [keeper.role], dataScope: 'all' });
  for (const id of [strong, wide, staff.ownerId]) {
    const user = await users().get(operator, staff.ref, id);
    await expect(users().update(keeper.context, staff.ref, id, { ...user, name: 'X' })).rejects.toMatchObject(refused);
    await expect(users().setActive(keeper.context, staff.ref, id, false)).rejects.toMatchObject(refused);
    await expect(users().setActive(keeper.context, staff.ref, id, true)).rejects.toMatchObject(refused);
    await expect(users().inviteAgain(keeper.context, staff.ref, id)).rejects.toMatchObject(refused);
    await expect(users().endSessions(keeper.context, staff.ref, id)).rejects.toMatchObject(refused);
  }
  const self = await users().get(operator, staff.ref, keeper.id);
  await expect(
    users().update(keeper.context, staff.ref, keeper.id, { ...self, dataScope: 'all' }),
  ).rejects.toMatchObject(refused);
  await users().endSessions(keeper.context, staff.ref, keeper.id);
});

test('an administrator, who holds every permission, is no owner: it neither makes nor changes one', async () => {
  const administrator = await staff.newUser({ roles: ['administrator'], dataScope: 'all' });
  const context = actingAs(administrator);
  const self = await users().get(operator, staff.ref, administrator);
  await expect(users().update(context, staff.ref, administrator, { ...self, roles: ['owner'] })).rejects.toMatchObject(
    refused,
  );
  await expect(users().setActive(context, staff.ref, staff.ownerId, false)).rejects.toMatchObject(refused);
});

test('no user makes or edits a role beyond its own rights, and the built-in ones do not change', async () => {
  const keeper = await staff.keeperOf(['users.manage', 'customers.read'], 'all', null);
  const roles = running.get(RoleService);
  const strong = await staff.newRole(['leads.delete']);
  const more = { code: newRoleCode(), name: 'More', permissions: ['customers.write'] };
  await expect(roles.create(keeper.context, staff.ref, more)).rejects.toMatchObject(refused);
  const less = { code: strong, name: strong, permissions: [] };
  await expect(roles.update(keeper.context, staff.ref, less)).rejects.toMatchObject(refused);
  await expect(roles.setActive(keeper.context, staff.ref, strong, false)).rejects.toMatchObject(refused);
  const own = { code: keeper.role, name: 'Own', permissions: ['users.manage', 'customers.delete'] };
  await expect(roles.update(keeper.context, staff.ref, own)).rejects.toMatchObject(refused);
  for (const code of Object.keys(builtInRoles)) {
    await expect(roles.update(staff.owner, staff.ref, { code, name: 'Mine', permissions: [] })).rejects.toMatchObject(
      refused,
    );
    await expect(roles.setActive(staff.owner, staff.ref, code, false)).rejects.toMatchObject(refused);
  }
});

test('no user makes, takes over or enables an API client that acts with more than its own rights', async () => {
  const keeper = await staff.keeperOf(['apiClients.manage', 'customers.read'], 'own', null);
  const strong = await staff.newUser({ roles: ['manager'], dataScope: 'all' });
  const input = { name: 'A client', scopes: ['customers.read'] };
  await expect(clients().create(keeper.context, staff.ref, { ...input, runAsUserId: strong })).rejects.toMatchObject(
    refused,
  );
  const own = await clients().create(keeper.context, staff.ref, { ...input, runAsUserId: keeper.id });
  await expect(
    clients().update(keeper.context, staff.ref, own.clientId, { runAsUserId: strong }),
  ).rejects.toMatchObject(refused);
  const theirs = await clients().create(staff.owner, staff.ref, { ...input, runAsUserId: strong });
  for (const change of [{ name: 'Mine' }, { runAsUserId: keeper.id }]) {
    await expect(clients().update(keeper.context, staff.ref, theirs.apiClientId, change)).rejects.toMatchObject(
      refused,
    );
  }
  await clients().setActive(keeper.context, staff.ref, theirs.apiClientId, false);
  await expect(clients().setActive(keeper.context, staff.ref, theirs.apiClientId, true)).rejects.toMatchObject(refused);
});

test('of two owners who disable each other at the same time, one stays', async () => {
  const here = await StaffedTenant.create(running);
  const second = await here.newUser({ roles: ['owner'], dataScope: 'all' });
  const outcomes = await Promise.allSettled([
    users().setActive(operator, here.ref, here.ownerId, false),
    users().setActive(operator, here.ref, second, false),
  ]);
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  expect(failures).toMatchObject([{ code: 'resource_in_use' }]);
});

function users(): UserService {
  return running.get(UserService);
}

function clients(): ApiClientService {
  return running.get(ApiClientService);
}

function userOf(id: string): Promise<User> {
  return users().get(operator, staff.ref, id);
}
