import { ApiClientService, SecretService } from '@rapport/api-clients';
import { AuditLog } from '@rapport/audit';
import { operator, Stage } from '@rapport/container/testing';
import { statement } from '@rapport/database';
import { DeletionProofs } from '@rapport/deletions';
import { newId } from '@rapport/kernel';
import { deletionSteps } from '@rapport/kinds';
import { PasswordLinks, UserCreation, UserService } from '@rapport/people';
import { beginSession } from '@rapport/people/testing';
import { Subscriptions } from '@rapport/subscriptions';
import { newAddress } from '@rapport/subscriptions/testing';
import { TenantList, TenantService, TenantViews } from '@rapport/tenants';
import { personalMails, signUp } from '@rapport/tenants/testing';
import { expect, test } from 'vitest';
import { tablesOfTenants } from './tenant-tables.ts';
import { atEveryStep } from './testing/at-every-step.ts';
import { compose } from './testing/compose.ts';
import { DeletedTenant } from './testing/deleted-tenant.ts';
import { readerAt, StaffedTenant } from './testing/staffed-tenant.ts';

const stage = await Stage.ofFile(compose);
const { asOwner, running } = stage;
const anyId = expect.any(String) as string;
const why = { ...operator, reason: 'The customer left' };

test('every table with a tenant in it, or with a reference to one that has, is named by the lib that has it', async () => {
  const named = new Set(tablesOfTenants.map(({ table }) => table));
  for (const [where, sql] of [['control', asOwner.control] as const, ['cell', asOwner.cell('cell')] as const]) {
    const tables = await sql.query<{ name: `control.${string}` }>(operator, findTablesOfTenants.with({ where }));
    expect(tables.length).toBeGreaterThan(5);
    expect(tables.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([]);
  }
});

test('of a deleted tenant the kept tables have ids, nothing has a name or an address, and the proof says what there was', async () => {
  const tenant = await furnished();
  const { id } = tenant.ref;
  const others = await StaffedTenant.create(running);
  const shared = await running.get(UserCreation).add(operator, others.ref, readerAt(tenant.shared));
  expect(await running.get(Subscriptions).delete(why, id)).toEqual({ tenantId: id, state: 'deleting' });
  await tenant.finish();
  expect(await tenant.tablesWith(id)).toEqual([
    'control.audit',
    'control.invoice',
    'control.tenant',
    'control.tenant_deletion',
  ]);
  for (const secret of [tenant.name, tenant.email, tenant.userId]) {
    expect((await tenant.tablesWith(secret)).filter((table) => table !== 'control.audit')).toEqual([]);
  }
  expect(await tenant.tablesWith(tenant.email)).toEqual([]);
  expect(await tenant.tablesWith(tenant.name)).toEqual([]);
  expect(await tenant.tablesWith(tenant.shared)).toEqual(['control.identity', 'control.membership']);
  expect(await running.get(UserService).get(operator, others.ref, shared.userId)).toMatchObject({ isActive: true });

  const proof = await running.get(DeletionProofs).show(operator, id);
  expect(proof).toMatchObject({
    tenantId: id,
    number: tenant.ref.number,
    actor: 'operator:test',
    reason: 'The customer left',
    found: { schema: 0, cellRows: 0, redisKeys: 0, files: 0, controlRows: 0 },
  });
  expect(proof.steps.map(({ step }) => step)).toEqual(deletionSteps);
  const counts = Object.fromEntries(proof.steps.map(({ step, counts: each }) => [step, each]));
  expect(counts).toMatchObject({
    access: { users: 3, apiClients: 1, sessions: 1, waitingMails: 2 },
    cellRows: { member: 3, outbox: 0 },
    redisKeys: { keys: 1 },
    files: { files: 0 },
    controlRows: {
      membership: 3,
      identity: 1,
      api_client: 1,
      api_client_secret: 2,
      session: 1,
      subscription: 1,
      mail: 1,
    },
  });
  expect(counts['schema']?.['tables']).toBeGreaterThan(20);
  expect(Date.parse(proof.eventsGoneByUtc ?? '') - Date.now()).toBeGreaterThan(6.9 * 86_400_000);

  const { data } = await running.get(AuditLog).list(operator, { tenantId: id }, { cursor: undefined, pageSize: 200 });
  expect(data.map(({ event }) => event).slice(0, 2)).toEqual(['tenant.deleted', 'tenant.deletionRequested']);
  expect(data.filter(({ details, reason }) => Object.keys(details).length > 0 || reason !== null)).toEqual([]);
  const view = await running.get(TenantViews).showToOperator(operator, id);
  const nothing = { organisationName: null, owners: [], subscription: null, entitlements: null, schemaVersion: null };
  expect(view).toMatchObject({ state: 'deleted', number: tenant.ref.number, ...nothing, work: [] });
  const listed = await running.get(TenantList).page(operator, { state: 'deleted', pageSize: 200 });
  expect(listed.find(({ tenantId }) => tenantId === id)).toMatchObject({ organisationName: null, planCode: null });
});

test('a person whose tenants all go at once is noted by each deletion, and the last one erases the identity', async () => {
  const [one, other] = [await StaffedTenant.create(running), await StaffedTenant.create(running)];
  const email = newAddress();
  await running.get(UserCreation).add(operator, one.ref, readerAt(email));
  await running.get(UserCreation).add(operator, other.ref, readerAt(email));
  const tenants = [one, other].map(({ ref }) => new DeletedTenant(stage, ref));
  for (const { ref } of tenants) {
    await running.get(Subscriptions).delete(why, ref.id);
  }
  await tenants[0]?.work();
  expect(await tenants[0]?.rows()).toMatchObject([{ deletion: { identity_ids: [anyId, anyId] } }]);
  for (const tenant of tenants) {
    await tenant.finish();
  }
  expect(await tenants[0]?.tablesWith(email)).toEqual([]);
});

test('a deleted tenant takes no other change, and is deleted once', async () => {
  const { ref } = await StaffedTenant.create(running);
  const tenant = new DeletedTenant(stage, ref);
  const subscriptions = running.get(Subscriptions);
  await subscriptions.delete(why, ref.id);
  const refused = async (): Promise<void> => {
    for (const change of [
      () => subscriptions.suspend(operator, ref.id),
      () => subscriptions.cancel(operator, ref.id),
      () => subscriptions.change(operator, ref.id, { billing: 'none' }),
      () => running.get(TenantService).reference(operator, ref.id),
    ]) {
      await expect(change()).rejects.toMatchObject({ code: 'invalid_transition' });
    }
  };
  await refused();
  const before = await tenant.rows();
  expect(await subscriptions.delete({ ...operator, reason: 'Again' }, ref.id)).toMatchObject({ state: 'deleting' });
  expect(await tenant.rows()).toEqual(before);
  await tenant.finish();
  await refused();
  expect(await subscriptions.invoices(operator, ref.id)).toEqual([]);
  expect(await subscriptions.delete({ ...operator, reason: 'Again' }, ref.id)).toMatchObject({ state: 'deleted' });
  await expect(subscriptions.delete(operator, newId())).rejects.toMatchObject({ code: 'not_found' });
});

test('what came behind its step is found by the proof, and goes by the same steps again', async () => {
  const { ref } = await StaffedTenant.create(running);
  const tenant = new DeletedTenant(stage, ref);
  await running.get(Subscriptions).delete(why, ref.id);
  await tenant.work();
  await asOwner.control.query(operator, insertLate.with({ tenantId: ref.id }));
  await tenant.work();
  const { found } = await running.get(DeletionProofs).show(operator, ref.id);
  expect(found).toBeNull();
  expect(await tenant.state()).toBe('deleting');
  await tenant.finish();
  expect(await tenant.state()).toBe('deleted');
  expect(await tenant.tablesWith(ref.id)).not.toContain('control.usage');
});

test('a tenant that could not be made is deleted, and its cell that is away is waited for', async () => {
  const { ref } = await signUp(running, newAddress(), 'x');
  await asOwner.control.query(operator, failMaking.with({ tenantId: ref.id }));
  const tenant = new DeletedTenant(stage, ref);
  await running.get(Subscriptions).delete(why, ref.id);
  await tenant.work(stage.startWithoutCell());
  const shown = await running.get(TenantViews).showToOperator(operator, ref.id);
  expect(shown).toMatchObject({ state: 'deleting', work: [{ kind: 'deletion', step: 'schema', attempts: 1 }] });
  await tenant.finish();
  const { steps, found } = await running.get(DeletionProofs).show(operator, ref.id);
  expect(steps).toHaveLength(deletionSteps.length);
  expect(found).not.toBeNull();
});

test('one proof is there and complete, whatever step the process dies at', async () => {
  await atEveryStep(stage, async () => {
    const { ref } = await StaffedTenant.create(running);
    const tenant = new DeletedTenant(stage, ref);
    return {
      change: async (container) => {
        await container.get(Subscriptions).delete(why, ref.id);
        await tenant.work(container);
        await tenant.work(container);
      },
      after: async (died) => {
        if (died && (await tenant.state()) === 'active') {
          return;
        }
        await tenant.finish();
        const { steps, found } = await running.get(DeletionProofs).show(operator, ref.id);
        expect(steps.map(({ step }) => step)).toEqual(deletionSteps);
        expect(steps.find(({ step }) => step === 'controlRows')?.counts).toMatchObject({ membership: 1, identity: 1 });
        expect(Object.values(found ?? { none: 1 })).toEqual([0, 0, 0, 0, 0]);
        expect((await tenant.events()).slice(-2)).toEqual(['tenant.deletionRequested', 'tenant.deleted']);
        expect(await tenant.tablesWith(ref.id)).toEqual(['control.audit', 'control.tenant', 'control.tenant_deletion']);
      },
    };
  });
}, 120_000);

/** A tenant with something in as many tables as services fill, one of whose people works elsewhere too. */
async function furnished() {
  const email = newAddress();
  const shared = newAddress();
  const name = `Company ${newId()}`;
  const { ref, ownerId } = await signUp(running, email, 'x', { isProvisioned: true, organisationName: name });
  await asOwner.control.query(operator, verifyOwner.with({ ownerId, tenantId: ref.id }));
  const context = { ...operator, actor: { kind: 'user', name: ownerId } } as const;
  await running.get(UserCreation).add(operator, ref, readerAt(shared));
  await running.get(UserCreation).invite(context, ref, readerAt());
  const client = await running.get(ApiClientService).create(operator, ref, { name: 'A client', runAsUserId: ownerId });
  await running.get(SecretService).rotate(operator, ref, client.clientId, { overlapSeconds: 60, revokeTokens: false });
  await beginSession(running, asOwner, ownerId);
  await running.get(PasswordLinks).requestReset(operator, email);
  expect(await personalMails(running, email)).toHaveLength(1);
  await asOwner.control.query(operator, insertRest.with({ tenantId: ref.id, ownerId }));
  return Object.assign(new DeletedTenant(stage, ref), { email, shared, name, userId: ownerId });
}

const findTablesOfTenants = statement(
  't_tables_of_tenants',
  `with recursive ours as (
  select oid from pg_class
  where relnamespace = to_regnamespace(:where) and relkind in ('r', 'p') and not relispartition
),
reached as (
  select attrelid as oid from pg_attribute join ours on ours.oid = attrelid where attname in ('tenant_id', 'tenant')
  union
  select oid from ours where oid = to_regclass('control.identity')
  union
  select conrelid from pg_constraint join reached on confrelid = reached.oid where contype = 'f'
)
select oid::regclass::text as name from reached where oid in (select oid from ours) and oid <> coalesce(to_regclass('control.cell'), 0)`,
);

const insertLate = statement(
  't_insert_late',
  `insert into control.usage (tenant_id, day, users, records) values (:tenantId, current_date, 1, 1)`,
);

const failMaking = statement(
  't_fail_making',
  `update control.tenant set state = 'provisioningFailed' where id = :tenantId`,
);

const verifyOwner = statement(
  't_verify_owner',
  `with tenant as (update control.tenant set verify_by = null where id = :tenantId)
update control.identity set is_verified = true from control.membership
where membership.id = :ownerId and identity.id = membership.identity_id`,
);

const insertRest = statement(
  't_insert_rest',
  `with usage as (insert into control.usage (tenant_id, day, users, records) values (:tenantId, current_date, 1, 1)),
key as (insert into control.request_key (tenant_id, user_id, key, fingerprint, answer) values (:tenantId, :ownerId, 'k', '', '{}')),
token as (
  insert into control.token_audit (at, id, event, tenant_id, run_as, trace_id) values (now(), uuidv7(), 'token.issued', :tenantId, :ownerId, 'x'))
insert into control.invoice (id, number, tenant_id, amount, currency, period_from, period_to, issued_on, due_on)
values (uuidv7(), 900001, :tenantId, 49, 'EUR', now(), now(), now(), now())`,
);
