import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError, untracedContext } from '@rapport/kernel';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Database } from '../database.ts';
import { statement } from '../statements/statement.ts';
import { schemaName } from '../tenant/tenant-text.ts';
import { databasesOfFile } from '../testing/index.ts';
import { databaseFolder, readMigrations } from './migration-files.ts';
import { migrate, migrationStatus } from './migrate.ts';
import { createTenantSchema } from './tenant-schema.ts';

/** The new release, which has one file of tenants more. */
const { newest } = vi.hoisted(() => ({ newest: { control: 0, cell: 0, tenant: 0 } }));
vi.mock('../../templates/versions.json', () => ({ default: newest }));

const context = untracedContext();
const cells = { odd: await databasesOfFile(), even: await databasesOfFile() };
const owners = {
  odd: cells.odd.connect('rapport_owner', { poolSize: 1 }).cell('cell'),
  even: cells.even.connect('rapport_owner', { poolSize: 1 }).cell('cell'),
};
const numbers = Array.from({ length: 300 }, (_, index) => index + 1);
const broken = [7, 100, 201];
const file = 'alter table tenant.customer add column more int;';
let folder: string;

const cellOf = (number: number): keyof typeof cells => (number % 2 === 1 ? 'odd' : 'even');

function targets(role: 'rapport_owner' | 'rapport_public_api' = 'rapport_owner') {
  const urls = { odd: cells.odd.url('cell', role), even: cells.even.url('cell', role) };
  return { controlUrl: cells.odd.url('control', role), cells: urls };
}

beforeAll(async () => {
  for (const number of numbers) {
    await createTenantSchema(context, owners[cellOf(number)], number);
  }
  for (const number of broken) {
    await inSchema(number, file);
  }
  folder = await mkdtemp(join(tmpdir(), 'rapport-migrations-'));
  await cp(join(databaseFolder, 'migrations'), folder, { recursive: true });
  newest.control = (await readMigrations('control')).length;
  newest.cell = (await readMigrations('cell')).length;
  newest.tenant = (await readMigrations('tenant')).length + 1;
  await writeFile(join(folder, 'tenant', `${String(newest.tenant).padStart(4, '0')}-more.sql`), file);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function inSchema(number: number, text: string): Promise<void> {
  await owners[cellOf(number)].script(context, 'in_schema', text.replace('tenant.', `${schemaName(number)}.`));
}

async function behind(): Promise<number[]> {
  const found = (await migrationStatus({ ...targets(), folder })).flatMap(({ tenantsBehind }) => tenantsBehind);
  return found.map(({ tenant }) => tenant).toSorted((one, other) => one - other);
}

test('of 300 tenants three are broken: the others are migrated while all are served, and the new release serves all but these', async () => {
  const former = new Database(targets('rapport_public_api'));
  const asked = ask(former);
  await killedInTheMiddle();
  const left = await behind();
  expect(left.length).toBeGreaterThan(broken.length);
  expect(left.length).toBeLessThan(numbers.length);
  await migrate({ ...targets(), folder });
  expect(await behind()).toEqual(broken);
  const ofFormer = await asked.stop();
  expect(ofFormer.size).toBe(numbers.length);
  expect([...ofFormer.values()].flat()).toEqual([]);
  await former.close();

  const next = new Database(targets('rapport_public_api'));
  await next.schemas.start();
  const ofNext = ask(next);
  await vi.waitUntil(() => ofNext.asked() > 2 * numbers.length, { timeout: 60_000 });
  const refused = [...(await ofNext.stop())].filter(([, codes]) => codes.length > 0);
  expect(refused.map(([number]) => number).toSorted((one, other) => one - other)).toEqual(broken);
  expect(new Set(refused.flatMap(([, codes]) => codes))).toEqual(new Set(['service_unavailable']));

  for (const number of broken) {
    await inSchema(number, 'alter table tenant.customer drop column more;');
  }
  await migrate({ ...targets(), folder });
  expect(await behind()).toEqual([]);
  await vi.waitUntil(() => broken.every((number) => !next.schemas.isBehind({ number, cell: cellOf(number) })), {
    timeout: 30_000,
  });
  await next.close();
});

/** Asks fifty times a second, one tenant after the other; gives what failed of each. */
function ask(database: Database) {
  const read = statement('read_beside', 'select count(*)::int as n from tenant.customer');
  const stopping = new AbortController();
  const failed = new Map<number, string[]>();
  const underWay: Promise<void>[] = [];
  const one = async (number: number): Promise<void> => {
    const codes = failed.get(number) ?? [];
    failed.set(number, codes);
    try {
      await database.tenant({ number, cell: cellOf(number) }).query(context, read);
    } catch (error) {
      codes.push(error instanceof AppError ? error.code : String(error));
    }
  };
  const asking = (async () => {
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      underWay.push(one(numbers[turn % numbers.length] ?? 0));
      await delay(20);
    }
  })();
  return {
    asked: () => underWay.length,
    async stop(): Promise<Map<number, string[]>> {
      // Each tenant has been asked at least once by then.
      await vi.waitUntil(() => underWay.length >= numbers.length, { timeout: 60_000 });
      stopping.abort();
      await asking;
      await Promise.all(underWay);
      return failed;
    },
  };
}

/** A process that migrates both cells, which ends as soon as it has done some of their tenants. */
async function killedInTheMiddle(): Promise<void> {
  const program = join(databaseFolder, 'src', 'testing', 'migrate-and-log.ts');
  const { controlUrl, cells: urls } = targets();
  const child = spawn(process.execPath, [program, controlUrl, JSON.stringify(urls), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for (let lines = 0; lines < 40;) {
    const [text] = (await once(child.stdout, 'data')) as [Buffer];
    lines += text.toString().split('\n').length - 1;
  }
  child.kill('SIGKILL');
  await once(child, 'exit');
}
