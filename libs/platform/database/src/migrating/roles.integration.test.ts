import pg from 'pg';
import { expect, test } from 'vitest';
import { databaseRoles } from '../database-roles.ts';
import type { SqlDatabase } from '../sql.ts';
import { statement } from '../statements/statement.ts';
import { databasesOfFile } from '../testing/index.ts';

const context = { trace: { traceId: 'test', traceparent: '' } };
const tenant = { id: 'one', number: 1, cell: 'cell' };

const databases = await databasesOfFile();

await databases.createTenant(1);

let names = 0;

async function refusal(sql: SqlDatabase, text: string): Promise<unknown> {
  names += 1;
  return sql.query(context, statement(`try_${names}`, text)).then(
    () => 'it was done',
    (error: { code?: string }) => error.code,
  );
}

test.each([
  'truncate tenant.customer',
  'drop table tenant.customer',
  'alter table tenant.customer add column more int',
  'create table tenant.more (id int)',
  `update tenant.view set number = 9`,
  `insert into tenant.view values (gen_random_uuid(), 9, now())`,
  'delete from tenant.change_feed',
  `update tenant.feed_floor set born = now()`,
  `delete from tenant.external_id`,
  `update tenant.idempotency_key set body = ''`,
  `update tenant.customer_group set name = ''`,
  'delete from tenant.customer_group',
  'truncate tenant.opportunity',
  'select * from tenant.timeline',
])('in a tenant the public API may not: %s', async (text) => {
  const sql = databases.connect('rapport_public_api', { poolSize: 1 }).tenant(tenant);
  expect(await refusal(sql, text)).toBe('42501');
});

test.each([
  'delete from cell.outbox',
  `update cell.outbox set operation = 'x'`,
  'insert into cell.member values (1, gen_random_uuid(), null, true, 1)',
  'update cell.epoch set number = 2',
  'update cell.tenant_schema set version = 0',
  'create schema t00099',
  `create or replace function cell.stamp(tenant int, clock regclass, width int) returns timestamptz language sql return now()`,
])('in a cell the public API may not: %s', async (text) => {
  const sql = databases.connect('rapport_public_api', { poolSize: 1 }).cell('cell');
  expect(await refusal(sql, text)).toBe('42501');
});

test.each([
  'select * from tenant.customer',
  'select * from tenant.contact',
  'select * from tenant.lead',
  'select * from tenant.opportunity',
  'update tenant.change_feed set version = 1',
  'update tenant.feed_floor set born = now()',
  'insert into tenant.external_id values (1, uuidv7(), uuidv7(), $$x$$)',
  'select body from tenant.idempotency_key',
  'update tenant.view set number = 9',
  'select tax_number from tenant.customer',
  `update tenant.contact set last_name = 'x'`,
  `update tenant.marketing_email set subject = 'x'`,
  'delete from tenant.campaign_member',
  'delete from tenant.marketing_suppression',
  `update tenant.timeline set title = 'x'`,
])('in a tenant the worker may not: %s', async (text) => {
  const sql = databases.connect('rapport_change_feed_worker', { poolSize: 1 }).tenant(tenant);
  expect(await refusal(sql, text)).toBe('42501');
});

test.each([
  `update cell.outbox set operation = 'x'`,
  'select * from cell.member',
  'select * from cell.fan_out',
  `select cell.ask('select null', null, null, null, null)`,
  'update cell.epoch set number = 2',
])('in a cell the worker may not: %s', async (text) => {
  const sql = databases.connect('rapport_change_feed_worker', { poolSize: 1 }).cell('cell');
  expect(await refusal(sql, text)).toBe('42501');
});

test.each(['select name from control.tenant', 'select * from control.plan', 'select * from control.api_client'])(
  'in control the worker may not: %s',
  async (text) => {
    const sql = databases.connect('rapport_change_feed_worker', { poolSize: 1 }).control;
    expect(await refusal(sql, text)).toBe('42501');
  },
);

test('the public API and the token service write nothing of control but what they are given', async () => {
  for (const role of ['rapport_public_api', 'rapport_token_service'] as const) {
    const sql = databases.connect(role, { poolSize: 1 }).control;
    expect(await refusal(sql, 'create table control.more (id int)')).toBe('42501');
    expect(await refusal(sql, 'delete from control.migration')).toBe('42501');
    expect(await refusal(sql, 'create table public.more (id int)')).toBe('42501');
  }
});

test.each([
  ['rapport_public_api', 'select * from control.signing_key'],
  ['rapport_public_api', 'update control.signing_key set gone_at = now()'],
  ['rapport_token_service', `update control.signing_key set sealed_private = 'x'`],
  ['rapport_token_service', `update control.signing_key set public_jwk = '{}'`],
  ['rapport_change_feed_worker', 'select * from control.public_key'],
  ['rapport_public_api', 'insert into control.revoked_tokens select gen_random_uuid(), gen_random_uuid(), now()'],
  ['rapport_public_api', 'delete from control.revoked_tokens'],
  ['rapport_public_api', 'update control.api_client set version = version + 1'],
  ['rapport_token_service', 'update control.api_client set is_active = true'],
  ['rapport_token_service', 'update control.api_client set epoch = 1'],
  ['rapport_token_service', 'update control.revoked_tokens set jti = gen_random_uuid()'],
  ['rapport_token_service', 'select * from control.token_audit'],
  ['rapport_token_service', 'delete from control.token_audit'],
  ['rapport_token_service', 'update control.token_audit set ip = null'],
  ['rapport_token_service', `select control.tend_months_at('token_audit', now())`],
  ['rapport_token_service', 'update control.api_client_secret set expires_on = null'],
  ['rapport_token_service', `update control.key_check set kid = 'x'`],
  ['rapport_public_api', 'select control.tend_months()'],
  ['rapport_token_service', `update control.tenant set state = 'active'`],
  ['rapport_token_service', `update control.identity set email = 'x'`],
  ['rapport_token_service', `update control.membership set email = 'x'`],
  ['rapport_token_service', 'delete from control.membership'],
  ['rapport_public_api', 'update control.tenant set verify_by = null'],
] as const)('in control %s may not: %s', async (role, text) => {
  expect(await refusal(databases.connect(role, { poolSize: 1 }).control, text)).toBe('42501');
});

test.each([
  'select * from control.signing_key',
  'select * from control.operator',
  'update control.tenant set state = $$active$$',
  'update control.membership set tenant_id = gen_random_uuid()',
  'update control.membership set identity_id = null',
  'delete from control.membership',
  'insert into control.identity (id, email, email_key, password_hash) values (gen_random_uuid(), $$x$$, $$x$$, $$x$$)',
  'update control.identity set email = $$x$$',
  'delete from control.identity',
  'update control.role set is_built_in = true',
  'update control.api_client set client_id = $$x$$',
  'update control.api_client_secret set digest = $$x$$',
  'delete from control.audit',
  'update control.audit set event = $$x$$',
  'select * from control.refresh_token',
  'select * from control.authorization_code',
  'delete from control.ended_access',
])('in control the application API may not: %s', async (text) => {
  const sql = databases.connect('rapport_application_api', { poolSize: 1 }).control;
  expect(await refusal(sql, text)).toBe('42501');
});

test.each([
  'delete from tenant.external_id',
  'delete from tenant.custom_field',
  'truncate tenant.customer',
  'select * from tenant.change_feed',
  'update tenant.feed_floor set purged_to = now()',
  'select * from tenant.external_id',
])('in a tenant the application API may not: %s', async (text) => {
  const sql = databases.connect('rapport_application_api', { poolSize: 1 }).tenant(tenant);
  expect(await refusal(sql, text)).toBe('42501');
});

test('the token service has no way into a cell', async () => {
  const sql = databases.connect('rapport_token_service', { poolSize: 1 }).cell('cell');
  await expect(sql.query(context, statement('in_a_cell', 'select 1'))).rejects.toMatchObject({
    code: 'service_unavailable',
  });
});

test('services plan once, scan no whole table and wait for nothing for long; the owner has settings of its own', async () => {
  const settings = statement(
    'settings',
    `select name, setting from pg_settings where name in ('plan_cache_mode', 'enable_seqscan', 'statement_timeout',
      'lock_timeout',
       'idle_in_transaction_session_timeout', 'TimeZone', 'synchronous_commit') order by name`,
  );
  const of = async (role: 'rapport_public_api' | 'rapport_owner') => {
    const rows = await databases
      .connect(role, { poolSize: 1 })
      .cell('cell')
      .query<{ name: string; setting: string }>(context, settings);
    return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
  };
  expect(await of('rapport_public_api')).toEqual({
    TimeZone: 'UTC',
    enable_seqscan: 'off',
    idle_in_transaction_session_timeout: '5000',
    lock_timeout: '1500',
    plan_cache_mode: 'force_generic_plan',
    statement_timeout: '4000',
    synchronous_commit: 'on',
  });
  expect(await of('rapport_owner')).toMatchObject({
    TimeZone: 'UTC',
    enable_seqscan: 'on',
    plan_cache_mode: 'auto',
    statement_timeout: '0',
  });
});

test('no foreign key reaches into a table of synchronised records: a cascade would change them without a stamp', async () => {
  const sql = databases.connect('rapport_owner', { poolSize: 1 }).tenant(tenant);
  const cascades = statement(
    'cascades',
    `select conname from pg_constraint where contype = 'f' and connamespace = ':schema'::regnamespace`,
  );
  expect(await sql.query(context, cascades)).toEqual([]);
});

test('every role reads what is committed at each statement, whatever the default of the database is', async () => {
  const administrator = new pg.Client({ connectionString: databases.administratorUrl('cell') });
  await administrator.connect();
  try {
    const name = administrator.escapeIdentifier(administrator.database ?? '');
    await administrator.query(`alter database ${name} set default_transaction_isolation = 'repeatable read'`);
  } finally {
    await administrator.end();
  }
  for (const role of databaseRoles.filter((each) => each !== 'rapport_token_service')) {
    const sql = databases.connect(role, { poolSize: 1 }).tenant(tenant);
    const level = await sql.transaction(context, (within) => within.query(context, isolation));
    expect([role, level]).toEqual([role, [{ level: 'read committed' }]]);
  }
});

const isolation = statement('test_isolation', `select current_setting('transaction_isolation') as level`);
