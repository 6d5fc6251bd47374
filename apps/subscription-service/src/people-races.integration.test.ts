import { PrincipalStore, StatePublisher } from '@rapport/admission';
import { ApiClientService, SecretService } from '@rapport/api-clients';
import { actingAs, operator, Stage } from '@rapport/container/testing';
import { advisoryLocks, statement } from '@rapport/database';
import { holdTransaction } from '@rapport/database/testing';
import { RoleService, TeamService, UserCreation, UserService } from '@rapport/people';
import { CellWork } from '@rapport/sagas';
import { beforeEach, expect, test, vi } from 'vitest';
import { compose } from './testing/compose.ts';
import { heldAtAudit } from './testing/held-control.ts';
import { readerAt, StaffedTenant } from './testing/staffed-tenant.ts';

let staff: StaffedTenant;

const stage = await Stage.ofFile(compose);
const { asOwner, running } = stage;

beforeEach(async () => {
  staff = await StaffedTenant.create(running);
});

test('of two owners who take the role from each other at once, one is refused, also beside a third', async () => {
  const [first, second] = [await newOwner(), await newOwner()];
  const demote = async (by: string, id: string) => {
    const user = { ...(await users().get(operator, staff.ref, id)), roles: ['readOnly'] };
    return () => users().update(actingAs(by), staff.ref, id, user);
  };
  const outcomes = await heldAtAudit(asOwner, await demote(first, second), await demote(second, first));
  expect(outcomes).toEqual(['done', 'permission_denied']);
});

test.each(['create', 'update'] as const)(
  'a client does not come to run as a user that is disabled at once, by %s',
  async (kind) => {
    const user = await staff.newUser();
    const clientId = await newClient();
    const give = () =>
      kind === 'create' ? newClient(user) : clients().update(staff.owner, staff.ref, clientId, { runAsUserId: user });
    const disable = () => users().setActive(staff.owner, staff.ref, user, false);
    expect(await heldAtAudit(asOwner, disable, give)).toEqual(['done', 'validation_failed']);
  },
);

test('the tokens of a client that comes to run as a user stay dead where the user is disabled right after', async () => {
  const user = await staff.newUser();
  const clientId = await newClient();
  const epoch = async () => (await running.get(PrincipalStore).find(operator, clientId))?.client.epoch ?? 0;
  const before = await epoch();
  const outcomes = await heldAtAudit(
    asOwner,
    () => clients().update(staff.owner, staff.ref, clientId, { runAsUserId: user }),
    () => users().setActive(staff.owner, staff.ref, user, false),
  );
  expect([outcomes, await epoch()]).toEqual([['done', 'done'], before + 1]);
});

test('an actor who is disabled at once makes no user, rotates no secret and edits no role', async () => {
  const actor = await newOwner();
  const clientId = await newClient();
  const code = await staff.newRole([]);
  const by = actingAs(actor);
  const changes = [
    () => running.get(UserCreation).invite(by, staff.ref, readerAt()),
    () => running.get(SecretService).rotate(by, staff.ref, clientId, { overlapSeconds: 0, revokeTokens: false }),
    () => running.get(RoleService).update(by, staff.ref, { code, name: 'Renamed', permissions: ['leads.read'] }),
  ];
  const disable = () => users().setActive(staff.owner, staff.ref, actor, false);
  const outcomes = await heldAtAudit(asOwner, disable, ...changes);
  expect(outcomes).toEqual(['done', ...changes.map(() => 'permission_denied')]);
});

test('a role and a team that are disabled while a user gets them are refused, whichever comes first', async () => {
  for (const disableFirst of [true, false]) {
    const [role, team, user] = [await staff.newRole([]), await staff.newTeam(), await staff.newUser()];
    const give = () => users().amend(operator, staff.ref, user, { roles: [role], teamId: team });
    const disableRole = () => running.get(RoleService).setActive(staff.owner, staff.ref, role, false);
    const disableTeam = () => running.get(TeamService).setActive(staff.owner, staff.ref, team, false);
    const order = disableFirst ? [disableRole, disableTeam, give] : [give, disableRole, disableTeam];
    const refused = disableFirst
      ? ['done', 'done', 'validation_failed']
      : ['done', 'resource_in_use', 'resource_in_use'];
    expect(await heldAtAudit(asOwner, ...order)).toEqual(refused);
  }
});

test('all users of a role have its new rights in every process before the first change of a view in the cell', async () => {
  const code = await staff.newRole(['customers.read']);
  await asOwner.control.query(operator, insertHolders.with({ tenantId: staff.ref.id, code, holders }));
  const published = vi.spyOn(running.get(StatePublisher), 'publishUser');
  const cell = await holdTransaction(operator, asOwner.tenant(staff.ref), lockWrites);
  const role = { code, name: 'Renamed', permissions: ['leads.read'] };
  const update = running.get(RoleService).update(staff.owner, staff.ref, role);
  await expect.poll(() => published.mock.calls.length, { interval: 5 }).toBe(holders);
  expect(await asOwner.control.query(operator, findBrought.with({ tenantId: staff.ref.id, code }))).toHaveLength(
    holders,
  );
  await cell.end();
  await update;
  published.mockRestore();
});

test('two changes of two roles that one user has leave the reads of both', async () => {
  const [first, second] = [await staff.newRole([]), await staff.newRole([])];
  const user = await staff.newUser({ roles: [first, second] });
  const give = (code: string, permission: string) => () =>
    running.get(RoleService).update(staff.owner, staff.ref, { code, name: code, permissions: [permission] });
  await heldAtAudit(asOwner, give(first, 'customers.read'), give(second, 'leads.read'));
  const [row] = await asOwner.control.query(operator, findReads.with({ userId: user }));
  expect(row).toEqual({ reads: ['customers.read', 'leads.read'] });
});

test('a change that is made while the cell takes none is a 503 that says so, and its work is done when the cell goes on', async () => {
  const user = await staff.newUser();
  const cell = await holdTransaction(operator, asOwner.tenant(staff.ref), lockWrites);
  const refused = users().amend(staff.owner, staff.ref, user, { dataScope: 'all' });
  await expect(refused).rejects.toMatchObject({
    code: 'service_unavailable',
    message: expect.stringContaining('The change is made') as string,
    headers: { 'retry-after': '1' },
  });
  await cell.end();
  expect(await users().get(operator, staff.ref, user)).toMatchObject({ dataScope: 'all' });
  await asOwner.control.query(operator, releaseClaims);
  await running.get(CellWork).resume(operator);
  expect(await asOwner.tenant(staff.ref).query(operator, findView.with({ userId: user }))).toEqual([{ number: 2 }]);
});

function newOwner(): Promise<string> {
  return staff.newUser({ roles: ['owner'], dataScope: 'all' });
}

async function newClient(runAsUserId = staff.ownerId): Promise<string> {
  const input = { name: 'A client', scopes: [], runAsUserId };
  return (await clients().create(staff.owner, staff.ref, input)).clientId;
}

function users(): UserService {
  return running.get(UserService);
}

function clients(): ApiClientService {
  return running.get(ApiClientService);
}

/** More than a chunk of the work that a role leaves. */
const holders = 60;

const insertHolders = statement(
  't_holders',
  `insert into control.membership (id, tenant_id, name, roles, data_scope, email, email_key, view_reads, joined_on)
select uuidv7(), :tenantId::uuid, 'A holder', array[:code::text], 'own', email, email, '{customers.read}', null
from generate_series(1, :holders::int) n, concat('holder', n, '-', :tenantId::uuid, '@example.test') email`,
);
const findBrought = statement(
  't_brought',
  `select id from control.membership where tenant_id = :tenantId and :code = any(roles) and view_number = 2`,
);
const findReads = statement('t_reads', 'select view_reads as reads from control.membership where id = :userId');
const lockWrites = statement('t_lock_writes', `select pg_advisory_xact_lock(${advisoryLocks.tenantWrites}, :tenant)`);
const releaseClaims = statement('t_release_claims', `update control.cell_work set next_try_on = '-infinity'`);
const findView = statement('t_view', 'select number from tenant.view where principal_id = :userId');
