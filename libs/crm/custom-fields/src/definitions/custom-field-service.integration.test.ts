import { advisoryLocks, statement, type Database } from '@rapport/database';
import {
  hasDied,
  createTestDatabases,
  mortalDatabase,
  Mortality,
  Tap,
  type TestDatabases,
} from '@rapport/database/testing';
import { newId, type TenantRef } from '@rapport/kernel';
import { beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { customFieldsMax } from '../custom-field.ts';
import { definitionsService, newField, newTestTenant, operator } from '../testing/tenant.ts';
import type { CustomFieldService } from './custom-field-service.ts';

let databases: TestDatabases;
let database: Database;
let service: CustomFieldService;
beforeAll(async () => {
  databases = await createTestDatabases(inject('postgresAdministratorUrl'));
  database = databases.connect('rapport_subscription_service');
  service = definitionsService(database);
  return () => databases.drop();
});

let tenant: TenantRef;
beforeEach(async () => {
  tenant = await newTestTenant(databases);
});

describe('by id', () => {
  test('an update changes what a field says; an option is never taken away, and the same again changes nothing', async () => {
    const select = newField('colour', { fieldType: 'select', options: ['red', 'blue'] });
    const { made: id } = await service.create(operator, tenant, 'leads', select);
    const next = { label: 'Colour', description: 'Its colour', isRequired: true };
    await service.update(operator, tenant, id, { ...next, options: ['blue', 'green', 'red'] });
    const changed = await service.get(operator, tenant, id);
    expect(changed).toMatchObject({ ...next, options: ['blue', 'green', 'red'], module: 'leads', key: 'colour' });
    const before = await state();
    await service.update(operator, tenant, id, next);
    expect(await state()).toEqual(before);
    const less = service.update(operator, tenant, id, { ...next, options: ['blue'] });
    await expect(less).rejects.toMatchObject({ errors: { options: [expect.stringContaining('green, red')] } });
    const late = service.update(operator, tenant, id, { ...next, label: 'Late' }, '2020-01-01T00:00:00.000000Z');
    await expect(late).rejects.toMatchObject({ code: 'concurrency_conflict' });
    const { made: note } = await service.create(operator, tenant, 'leads', newField('note'));
    const wrong = service.update(operator, tenant, note, { ...next, options: ['a'] });
    await expect(wrong).rejects.toMatchObject({ code: 'validation_failed' });
  });

  test('a create with a key is done once, and a search finds the field, disabled or not', async () => {
    const key = { tenantId: tenant.id, userId: newId(), key: 'k', fingerprint: Buffer.alloc(32, 1) };
    const first = await service.create(operator, tenant, 'customers', newField('region'), key);
    const again = await service.create(operator, tenant, 'customers', newField('region'), key);
    expect(again).toEqual({ ...first, isReplayed: true });
    const other = { ...key, fingerprint: Buffer.alloc(32, 2) };
    const reused = service.create(operator, tenant, 'customers', newField('other'), other);
    await expect(reused).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    await service.setActive(operator, tenant, first.made, false);
    const found = await service.search(operator, tenant, {
      pageNumber: 1,
      pageSize: 20,
      sort: { by: 'displayOrder', direction: 'asc' },
      words: ['REG'],
      filters: [
        { field: 'module', operator: 'eq', value: 'customers' },
        { field: 'isActive', operator: 'eq', value: false },
      ],
    });
    expect(found.items.map(({ id }) => id)).toEqual([first.made]);
    await expect(service.get(operator, tenant, newId())).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('create', () => {
  test('fields come back as they were made, in the order of their creation', async () => {
    const colour = newField('colour', { fieldType: 'select', options: ['red', 'dark "blue", \\'], isRequired: true });
    const note = newField('note', { description: 'Ünlü — a note', fieldType: 'textArea' });
    for (const field of [colour, note]) {
      await service.create(operator, tenant, 'customers', field);
    }
    expect(await service.list(operator, tenant, 'customers')).toEqual([
      { ...colour, displayOrder: 1, isEnabled: true },
      { ...note, displayOrder: 2, isEnabled: true },
    ]);
    expect(await service.list(operator, tenant, 'contacts')).toEqual([]);
    expect(await service.list(operator, await newTestTenant(databases), 'customers')).toEqual([]);
  });

  test('a taken key is refused, that of a disabled field too, and nothing changes', async () => {
    await service.create(operator, tenant, 'customers', newField('region'));
    await service.setEnabled(operator, tenant, 'customers', 'region', false);
    const before = await state();
    const again = service.create(operator, tenant, 'customers', newField('region', { label: 'Another' }));
    await expect(again).rejects.toMatchObject({ code: 'code_conflict' });
    expect(await state()).toEqual(before);
    await service.create(operator, tenant, 'customers', newField('region2'));
  });

  test('of several creates with one key at the same time one gets through', async () => {
    const outcomes = await Promise.allSettled(
      [1, 2, 3, 4].map((n) => another(n).create(operator, tenant, 'customers', newField('region'))),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes.filter(({ status }) => status === 'rejected')) {
      expect(outcome).toMatchObject({ reason: { code: 'code_conflict' } });
    }
    expect(await state()).toMatchObject({ fields: ['region'], events: ['customField.created'] });
  });

  test('of several creates at the same time, beside 99 fields of which some are disabled, one gets through', async () => {
    for (let n = 1; n < customFieldsMax; n += 1) {
      await service.create(operator, tenant, 'customers', newField(`field${n}`));
    }
    await service.setEnabled(operator, tenant, 'customers', 'field7', false);
    const outcomes = await Promise.allSettled(
      [1, 2, 3, 4].map((n) => another(n).create(operator, tenant, 'customers', newField(`last${n}`))),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes.filter(({ status }) => status === 'rejected')) {
      expect(outcome).toMatchObject({
        reason: { code: 'validation_failed', errors: { module: [expect.any(String)] } },
      });
    }
    const fields = await service.list(operator, tenant, 'customers');
    expect(fields.map(({ displayOrder }) => displayOrder)).toEqual(
      Array.from({ length: customFieldsMax }, (_, n) => n + 1),
    );
  });
});

describe('disable and enable', () => {
  test('each change raises the number and is audited, and a repetition does neither', async () => {
    await service.create(operator, tenant, 'customers', newField('region'));
    const numbers = [0, (await state()).number];
    for (const isEnabled of [false, false, true, true, true, false]) {
      await service.setEnabled(operator, tenant, 'customers', 'region', isEnabled);
      numbers.push((await state()).number);
    }
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
    expect(numbers.map((number, index) => numbers.indexOf(number) === index)).toEqual([
      ...[true, true],
      ...[true, false, true, false, false, true],
    ]);
    expect(await state()).toMatchObject({
      fields: ['region'],
      events: ['customField.created', 'customField.disabled', 'customField.enabled', 'customField.disabled'],
    });
    const [field] = await service.list(operator, tenant, 'customers');
    expect(field).toMatchObject({ isEnabled: false, displayOrder: 1 });
  });

  test('an unknown field is not found, and a field of another tenant is unknown', async () => {
    await service.create(operator, tenant, 'customers', newField('region'));
    const before = await state();
    const other = await newTestTenant(databases);
    for (const [where, module, key] of [
      [tenant, 'customers', 'none'],
      [tenant, 'leads', 'region'],
      [tenant, 'invoices', 'region'],
      [tenant, 'constructor', 'region'],
      [other, 'customers', 'region'],
    ] as const) {
      const change = service.setEnabled(operator, where, module, key, false);
      await expect(change).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(await state()).toEqual(before);
  });
});

test('a change is audited with its actor, reason and trace', async () => {
  await service.create(operator, tenant, 'customers', newField('region', { label: 'Region' }));
  expect(await database.control.query(operator, findAudit.with({ tenantId: tenant.id }))).toEqual([
    {
      event: 'customField.created',
      subject: 'customers.region',
      actor: 'test',
      traceId: operator.trace.traceId,
      reason: 'a test',
      details: expect.objectContaining({ label: 'Region', fieldType: 'text' }) as unknown,
    },
  ]);
});

test('a process that dies leaves a field with its number and its audit, or no field', async () => {
  let died = true;
  for (let diesAt = 1; died; diesAt += 1) {
    const key = `key${diesAt}`;
    const before = await state();
    const mortal = definitionsService(mortalDatabase(database, new Mortality(diesAt)));
    died = await hasDied(mortal.create(operator, tenant, 'customers', newField(key)));
    const after = await state();
    const isThere = after.fields.includes(key);
    expect(after.number > before.number).toBe(isThere);
    expect(after.events.length - before.events.length).toBeGreaterThanOrEqual(isThere ? 1 : 0);
    expect(died || isThere).toBe(true);
  }
});

test('a change whose audit control does not take is not made, and lets the other writes of the tenant through', async () => {
  const tap = await Tap.open(databases.url('control', 'rapport_subscription_service'));
  const away = definitionsService(databases.connect('rapport_subscription_service', { controlUrl: tap.url }));
  await away.create(operator, tenant, 'customers', newField('early'));
  // Longer than the change may wait, and shorter than PostgreSQL lets its transaction be idle.
  const times = { tenantWriteMs: 4_000 };
  const patient = databases.connect('rapport_owner', { poolSize: 1, times }).tenant(tenant);
  const before = await state();
  tap.freeze();
  const change = away.create(operator, tenant, 'customers', newField('late'));
  change.catch(() => undefined);
  await expect.poll(() => database.tenant(tenant).query(operator, lockHolders), { interval: 2 }).toEqual([{ n: 1 }]);
  await patient.transaction(operator, (sql) => sql.query(operator, stamp));
  await expect(change).rejects.toMatchObject({ code: 'service_unavailable' });
  tap.cut();
  await tap.close();
  expect((await state()).fields).toEqual(before.fields);
});

/** The service in another process. */
function another(n: number): CustomFieldService {
  return definitionsService(databases.connect('rapport_subscription_service', { applicationName: `process ${n}` }));
}

async function state(): Promise<{ number: number; fields: string[]; events: string[] }> {
  const [row] = await database.tenant(tenant).query<{ number: number; fields: string[] }>(operator, findState);
  const audits = await database.control.query<{ event: string }>(operator, findAudit.with({ tenantId: tenant.id }));
  return { number: row?.number ?? -1, fields: row?.fields ?? [], events: audits.map(({ event }) => event) };
}

const findState = statement(
  'custom_field_state',
  `select definitions as number, array(select key from tenant.custom_field order by display_order) as fields
    from tenant.feed_floor where resource = 1`,
);
const stamp = statement('test_stamp', `select cell.stamp(:tenant, 'tenant.clock')`);
const lockHolders = statement(
  'test_lock_holders',
  `select count(*)::int as n from pg_locks
   where locktype = 'advisory' and classid = ${advisoryLocks.tenantWrites} and objid = :tenant and granted
     and database = (select oid from pg_database where datname = current_database())`,
);
const findAudit = statement(
  'audit_of_tenant',
  `select event, subject, actor, trace_id as "traceId", reason, details from control.audit where tenant_id = :tenantId order by at, id`,
);
