import { PrincipalStore, requestContextOf } from '@rapport/admission';
import { ApiClientService } from '@rapport/api-clients';
import type { ChangeContext } from '@rapport/audit';
import { customers as definition, recordKinds } from '@rapport/crm-records';
import { statement, type Database } from '@rapport/database';
import { Crash, createTestDatabases, mortalDatabase, Mortality, type TestDatabases } from '@rapport/database/testing';
import { AppError, type TenantRef } from '@rapport/kernel';
import { TeamService, UserCreation, UserService } from '@rapport/people';
import { CursorCodec, SyncedRecords, StaleView } from '@rapport/records';
import { Redis } from '@rapport/redis';
import { CellWork } from '@rapport/sagas';
import { startTelemetry, type Telemetry } from '@rapport/telemetry';
import { ensureCells, TenantCreation, TenantList, TenantService } from '@rapport/tenants';
import { Container } from 'inversify';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createContainer } from './container.ts';
import { keys } from './testing/processes.ts';

const trace = { traceId: '0'.repeat(32), traceparent: '' };
const operator: ChangeContext = { trace, actor: { kind: 'operator', name: 'test' } };

let databases: TestDatabases;
let telemetry: Telemetry;
let database: Database;
let asOwner: Database;
let redis: Redis;
let running: Container;
let customers: ReturnType<typeof publicCustomers>;
let tenant: TenantRef;
let ownerId: string;

beforeAll(async () => {
  databases = await createTestDatabases(inject('postgresAdministratorUrl'));
  telemetry = await startTelemetry({ service: 'test', instance: 1, sampleRatio: 0, logLevel: 'silent' });
  database = databases.connect('rapport_subscription_service');
  asOwner = databases.connect('rapport_owner', { poolSize: 1 });
  redis = new Redis({ url: inject('redisUrl'), logger: telemetry.logger, metrics: telemetry.metrics });
  redis.start();
  running = createContainer(keys, { telemetry, database, redis });
  customers = publicCustomers();
  await ensureCells(operator, asOwner.control, ['cell']);
  const { created: made } = await running.get(TenantCreation).create(operator, {
    organisationName: 'A tenant',
    ownerEmail: 'owner@example.test',
    planCode: 'enterprise',
    requestsPerMinute: null,
    tokenRequestsPerMinute: null,
  });
  ownerId = made.owner.userId;
  tenant = await running.get(TenantService).reference(operator, made.tenantId);
});

afterAll(async () => {
  await redis.close();
  await databases.drop();
});

test('a user who moves to another team takes the records along, whatever step the process dies at', async () => {
  await atEveryStep(async () => {
    const [from, to] = [await newTeam(), await newTeam()];
    const mover = await newUser({ dataScope: 'team', teamId: from });
    const watchers = await Promise.all(
      [mover, await newUser({ dataScope: 'team', teamId: from }), await newUser({ dataScope: 'team', teamId: to })].map(
        newWatcher,
      ),
    );
    await give(mover, 301);
    return {
      watchers,
      change: ({ people }) => people.amend(operator, tenant, mover, { teamId: to }),
      seen: async () => {
        const user = await running.get(PrincipalStore).user(operator, mover);
        return user?.teamId === to ? [301, 0, 301] : [301, 301, 0];
      },
    };
  });
}, 240_000);

test('the clients of a user whose data scope changes read anew, whatever step the process dies at', async () => {
  await atEveryStep(async () => {
    const user = await newUser({ dataScope: 'own', teamId: null });
    await give(user, 2);
    await give(ownerId, 2);
    const watchers = [await newWatcher(user)];
    return { watchers, change: ({ people }) => people.amend(operator, tenant, user, { dataScope: 'all' }) };
  });
}, 120_000);

test('a client that gets another RunAs user reads anew, whatever step the process dies at', async () => {
  await atEveryStep(async () => {
    const [first, second] = [
      await newUser({ dataScope: 'own', teamId: null }),
      await newUser({ dataScope: 'own', teamId: null }),
    ];
    await give(first, 2);
    await give(second, 2);
    const watcher = await newWatcher(first);
    return {
      watchers: [watcher],
      change: ({ clients }) => clients.update(operator, tenant, watcher.clientId, { runAsUserId: second }),
    };
  });
}, 120_000);

test('a tenant is complete, whatever step of its creation the process dies at', async () => {
  for (let diesAt = 1; ; diesAt += 1) {
    const input = {
      organisationName: `Step ${diesAt}`,
      ownerEmail: `step${diesAt}@example.test`,
      planCode: 'free',
      requestsPerMinute: null,
      tokenRequestsPerMinute: null,
    };
    const died = await dies(diesAt, ({ creation }) => creation.create(operator, input));
    await resume();
    const [made] = (await running.get(TenantList).page(operator, { pageSize: 200 })).filter(
      (tenant) => tenant.organisationName === input.organisationName,
    );
    if (made) {
      expect(made.state).toBe('active');
      const reference = { id: made.tenantId, number: made.number, cell: made.cell };
      await running.get(UserCreation).add(operator, reference, {
        email: `x${diesAt}@example.test`,
        name: 'X',
        roles: ['manager'],
        dataScope: 'all',
        teamId: null,
      });
    }
    if (!died) {
      return;
    }
  }
}, 120_000);

interface Services {
  readonly people: UserService;
  readonly clients: ApiClientService;
  readonly creation: TenantCreation;
}

interface Scene {
  readonly watchers: readonly Watcher[];
  readonly change: (services: Services) => Promise<unknown>;
  /** The number of records that each watcher sees in the end, by the state of control. */
  readonly seen?: () => Promise<number[]>;
}

/** Sets the scene anew for each step at which the change can die. Clients synchronise before, between and after. */
async function atEveryStep(setScene: () => Promise<Scene>): Promise<void> {
  for (let diesAt = 1; ; diesAt += 1) {
    const { watchers, change, seen } = await setScene();
    await synchronise(watchers);
    const died = await dies(diesAt, change);
    await synchronise(watchers);
    await resume();
    await synchronise(watchers);
    for (const watcher of watchers) {
      expect(watcher.copy, `a client after a death at step ${diesAt}`).toEqual(await watcher.truth());
    }
    if (seen) {
      expect(watchers.map((watcher) => watcher.copy.size)).toEqual(await seen());
    }
    if (!died) {
      expect(diesAt).toBeGreaterThan(3);
      return;
    }
  }
}

/** Whether the process died at the step. If it did not, the work took fewer steps. */
async function dies(diesAt: number, work: (services: Services) => Promise<unknown>): Promise<boolean> {
  const mortal = mortalDatabase(database, new Mortality(diesAt));
  const container = createContainer(keys, { telemetry, database: mortal, redis });
  const services = {
    people: container.get(UserService),
    clients: container.get(ApiClientService),
    creation: container.get(TenantCreation),
  };
  try {
    await work(services);
    return false;
  } catch (error) {
    expect(error).toBeInstanceOf(Crash);
    return true;
  }
}

/** Does what another process does as soon as no process has been at the work for a while. */
async function resume(): Promise<void> {
  await asOwner.control.query(operator, releaseClaims);
  await running.get(CellWork).resume(operator);
  const rows = await asOwner.control.query(operator, listWork);
  expect(rows).toEqual([]);
}

async function synchronise(watchers: readonly Watcher[]): Promise<void> {
  for (const watcher of watchers) {
    await watcher.synchronise();
  }
}

/** A client that keeps a copy of customers by the feed, as the integrators' guide says. */
class Watcher {
  readonly clientId: string;
  copy = new Map<string, string>();
  #since: string | undefined;

  constructor(clientId: string) {
    this.clientId = clientId;
  }

  async synchronise(): Promise<void> {
    if (this.#since === undefined) {
      await this.#readAll();
      return;
    }
    try {
      const { rows, until } = await this.#read('changes', this.#since);
      for (const { entityId, operation } of rows) {
        const record = operation === 'deleted' ? undefined : await this.#record(String(entityId));
        if (record === undefined) {
          this.copy.delete(String(entityId));
        } else {
          this.copy.set(String(entityId), record);
        }
      }
      this.#since = until;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'updated_from_too_old') {
        throw error;
      }
      await this.#readAll();
    }
  }

  async truth(): Promise<Map<string, string>> {
    const { rows } = await this.#read('list', undefined);
    return new Map(rows.map((row) => [String(row['id']), JSON.stringify(row)]));
  }

  async #readAll(): Promise<void> {
    const { rows, until } = await this.#read('list', undefined);
    this.copy = new Map(rows.map((row) => [String(row['id']), JSON.stringify(row)]));
    this.#since = until;
  }

  async #record(id: string): Promise<string | undefined> {
    try {
      return JSON.stringify(JSON.parse((await customers.get(await this.#context(), id)).body));
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') {
        return undefined;
      }
      throw error;
    }
  }

  async #read(kind: 'list' | 'changes', updatedFrom: string | undefined) {
    const rows: Record<string, unknown>[] = [];
    for (let cursor: string | undefined; ;) {
      const page = JSON.parse(await this.#page(kind, { updatedFrom, cursor, pageSize: 200 })) as Page;
      rows.push(...page.data);
      if (page.nextCursor === null) {
        return { rows, until: page.syncUntilUtc };
      }
      cursor = page.nextCursor;
    }
  }

  async #page(
    kind: 'list' | 'changes',
    request: { updatedFrom: string | undefined; cursor: string | undefined; pageSize: number },
  ) {
    for (;;) {
      try {
        return await customers[kind](await this.#context(), request);
      } catch (error) {
        if (!(error instanceof StaleView)) {
          throw error;
        }
      }
    }
  }

  async #context() {
    const state = await running.get(PrincipalStore).find(operator, this.clientId);
    if (!state) {
      throw new Error('The client is gone.');
    }
    return requestContextOf(trace, state);
  }
}

interface Page {
  readonly data: Record<string, unknown>[];
  readonly nextCursor: string | null;
  readonly syncUntilUtc: string;
}

async function newWatcher(runAsUserId: string): Promise<Watcher> {
  const { clientId } = await running.get(ApiClientService).create(operator, tenant, { name: 'watcher', runAsUserId });
  return new Watcher(clientId);
}

async function newTeam(): Promise<string> {
  return (await running.get(TeamService).create(operator, tenant, `team ${next()}`)).made;
}

async function newUser(place: { dataScope: 'own' | 'team'; teamId: string | null }): Promise<string> {
  const input = { email: `user${next()}@example.test`, name: 'A Person', roles: ['salesperson'], ...place };
  return (await running.get(UserCreation).add(operator, tenant, input)).userId;
}

async function give(ownerUserId: string, count: number): Promise<void> {
  const visibility = { scope: 'all' } as const;
  const context = {
    trace,
    tenant,
    actor: { userId: ownerUserId, clientId: tenant.id },
    visibility,
    view: { client: 1, user: 1 },
  };
  await Promise.all(Array.from({ length: count }, () => customers.create(context, { name: `customer ${next()}` })));
}

function publicCustomers() {
  return new SyncedRecords(
    definition,
    { shows: ['id', 'name', 'ownerUserId', 'lastModifiedOnUtc'], writes: ['code', 'name'] },
    {
      database: databases.connect('rapport_public_api'),
      cursors: new CursorCodec(Buffer.alloc(32, 3)),
      all: recordKinds,
    },
  );
}

const releaseClaims = statement('test_release_claims', `update control.cell_work set next_try_on = '-infinity'`);
const listWork = statement('test_list_work', `select id from control.cell_work`);

let counted = 0;
function next(): number {
  counted += 1;
  return counted;
}
