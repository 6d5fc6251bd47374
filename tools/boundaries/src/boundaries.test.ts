import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { Probe } from './probe.ts';

let probe: Probe;
beforeAll(async () => {
  probe = await Probe.create();
}, 120_000);

const imports = (specifier: string, name = 'thing') =>
  `import { ${name} } from '${specifier}';\nexport const used = ${name};\n`;

const beyond = /can only depend on/;
const eitherWay = /can only depend on|Circular dependency/;
const reserved = /is not allowed to import/;

test.each([
  ['a domain that its line in the context map does not name', 'libs/crm/crm-records', '@rapport/admission', beyond],
  ['a contract, from a domain', 'libs/crm/crm-records', '@rapport/public-contract', beyond],
  ['the contract kit, from a domain', 'libs/crm/crm-records', '@rapport/http-contract', beyond],
  ['the servers of tests, from code', 'libs/crm/crm-records', '@rapport/local-servers', beyond],
  ['a tool, from a domain', 'libs/crm/crm-records', '@rapport/boundaries', beyond],
  ['a platform lib, from the contract kit', 'libs/base/http-contract', '@rapport/telemetry', beyond],
  ['a domain, from a platform lib', 'libs/platform/records', '@rapport/crm-records', eitherWay],
  ['the contract kit, from the kernel', 'libs/base/kernel', '@rapport/http-contract', eitherWay],
  ['the contract kit, from the lib of members', 'libs/base/members', '@rapport/http-contract', eitherWay],
  ['the front door, which shows nothing', 'tools/boundaries', '@rapport/front-door', /unresolvable/],
  ['a tool, from an app', 'apps/public-api', '@rapport/boundaries', beyond],
  [
    'a project of ours, from the servers of tests',
    'tools/local-servers',
    '@rapport/kernel',
    /cannot depend on any|can only depend on/,
  ],
  ['express, from a domain', 'libs/crm/crm-records', 'express', reserved],
  ['pg, from a domain', 'libs/identity/admission', 'pg', reserved],
  ['redis, from a domain', 'libs/identity/admission', 'redis', reserved],
  ['express, from a contract', 'libs/contracts/public-contract', 'express', reserved],
  ['express, from the contract kit', 'libs/base/http-contract', 'express', reserved],
  ['zod, from the kernel', 'libs/base/kernel', 'zod', reserved],
  ['what a lib does not show', 'libs/crm/crm-records', '../../records/src/showing/shape.ts', /relative|project/i],
])('the boundaries refuse to import %s', async (_, project, specifier, message) => {
  expect((await probe.lint(`${project}/src/probe.ts`, imports(specifier))).join('\n')).toMatch(message);
});

test.each([
  ['a domain may call those in its line of the context map', 'libs/tenancy/tenants/src/probe.ts', '@rapport/people'],
  ['a platform lib may use the contract kit', 'libs/platform/http-server/src/probe.ts', '@rapport/http-contract'],
  ['an app may use a domain', 'apps/public-api/src/probe.ts', '@rapport/crm-records'],
  ['a tool may use everything', 'tools/boundaries/src/probe.ts', '@rapport/crm-records'],
  ['a test may start servers', 'libs/crm/crm-records/src/probe.test.ts', '@rapport/local-servers'],
])('%s', async (_, path, specifier) => {
  expect(
    (await probe.lint(path, imports(specifier))).filter((line) => line.includes('enforce-module-boundaries')),
  ).toEqual([]);
});

test('two projects may not need each other', async () => {
  const messages = await probe.lint('libs/platform/redis/src/script.ts', imports('@rapport/rate-limit'));
  expect(messages.join('\n')).toMatch(/circular/i);
});

test('a route may not reach the database', async () => {
  const messages = await probe.lint('apps/public-api/src/routes/probe.ts', imports('@rapport/database'));
  expect(messages.join('\n')).toMatch(/no-restricted-imports: .*A route calls a service/);
});

test('a package that is imported and not declared is reported, and so is one that is declared and not imported', async () => {
  const path = 'libs/crm/crm-records/package.json';
  const declared = JSON.parse(await readFile(path, 'utf8')) as { dependencies: Record<string, string> };
  const rest = Object.fromEntries(
    Object.entries(declared.dependencies).filter(([name]) => name !== '@rapport/records'),
  );
  const without = JSON.stringify({ ...declared, dependencies: rest }, null, 2);
  const beyond = JSON.stringify({ ...declared, dependencies: { ...declared.dependencies, zod: '4.6.7' } }, null, 2);
  expect((await probe.lint(path, without)).join('\n')).toMatch(/dependency-checks: .*@rapport\/records/s);
  expect((await probe.lint(path, beyond)).join('\n')).toMatch(/dependency-checks: .*zod/s);
});

test('a file of more than 300 lines, tests included, and a function of more than 50 are reported', async () => {
  const long = Array.from({ length: 301 }, (_, n) => `export const value${n} = ${n};`).join('\n');
  const deep = `export function deep() {\n${Array.from({ length: 51 }, () => '  void 0;').join('\n')}\n}\n`;
  for (const path of ['libs/base/kernel/src/probe.ts', 'libs/base/kernel/src/probe.test.ts']) {
    expect((await probe.lint(path, long)).join('\n')).toMatch(/max-lines: /);
  }
  expect((await probe.lint('libs/base/kernel/src/probe.ts', deep)).join('\n')).toMatch(/max-lines-per-function: /);
});

test('a comment that does not begin with its subject is reported', async () => {
  const lint = async (comment: string) =>
    (await probe.lint('libs/base/kernel/src/probe.ts', `${comment}\nexport const value = 1;\n`)).join('\n');
  for (const comment of [
    '/** What a tenant asks. */',
    '// How long a caller waits.',
    '/**\n * Where a record is.\n */',
    '// A sentence.\n// The same for people.',
  ]) {
    expect(await lint(comment)).toMatch(/rapport\/subject-first: A comment begins with its subject/);
  }
  for (const comment of [
    '/** Whether a tenant asks. */',
    '// Whatever a caller sends.',
    '// The samples, and how they are made.',
  ]) {
    expect(await lint(comment)).not.toMatch(/subject-first/);
  }
});

test('only the records lib may write the tables of a tenant', async () => {
  const write = (text: string) => `export const sql = \`${text}\`;\n`;
  for (const text of [
    'insert into tenant.customer (id) values (:id)',
    'with x as (update tenant.customer set name = :name)',
    'DELETE FROM tenant.view',
  ]) {
    expect((await probe.lint('libs/crm/crm-records/src/probe.ts', write(text))).join('\n')).toMatch(
      /no-restricted-syntax: Only libs\/platform\/records/,
    );
    expect((await probe.lint('libs/platform/records/src/probe.ts', write(text))).join('\n')).not.toMatch(
      /no-restricted-syntax/,
    );
  }
  expect(
    (await probe.lint('libs/crm/crm-records/src/probe.ts', write('select 1 from tenant.customer'))).join('\n'),
  ).not.toMatch(/no-restricted-syntax/);
});

test('the lib that moves and purges the change feed writes its own tables, and no record', async () => {
  const lint = async (text: string) =>
    (await probe.lint('libs/crm/change-feed/src/probe.ts', `export const sql = \`${text}\`;\n`)).join('\n');
  for (const text of [
    'insert into tenant.customer (id) values (:id)',
    'update tenant.view set number = 1',
    'delete from tenant.change_feed_more',
    'delete from tenant.${String(process.argv[2])}',
  ]) {
    expect(await lint(text)).toMatch(/no-restricted-syntax: libs\/crm\/change-feed writes/);
  }
  for (const table of ['change_feed', 'feed_floor', 'external_id', 'idempotency_key']) {
    expect(await lint(`delete from tenant.${table} where true`)).not.toMatch(/no-restricted-syntax/);
  }
});

test('the lib of custom fields writes definitions and their number, and no record', async () => {
  const lint = async (text: string) =>
    (await probe.lint('libs/crm/custom-fields/src/probe.ts', `export const sql = \`${text}\`;\n`)).join('\n');
  for (const text of [
    'update tenant.customer set custom_fields = :customFields',
    'delete from tenant.custom_field_more',
  ]) {
    expect(await lint(text)).toMatch(/no-restricted-syntax: libs\/crm\/custom-fields writes/);
  }
  for (const text of [
    'insert into tenant.custom_field (id) values (:id)',
    'update tenant.feed_floor set definitions = 1',
  ]) {
    expect(await lint(text)).not.toMatch(/no-restricted-syntax/);
  }
});
