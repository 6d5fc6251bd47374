import { PrincipalStore, requestContextOf } from '@rapport/admission';
import { ApiClientService } from '@rapport/api-clients';
import { operator, Stage } from '@rapport/container/testing';
import { customers as definition, recordKinds } from '@rapport/crm-records';
import { statement } from '@rapport/database';
import { AppError, newId } from '@rapport/kernel';
import { callerOf } from '@rapport/kernel/testing';
import { UserCreation, UserService } from '@rapport/people';
import { CursorCodec, SyncedRecords, StaleView } from '@rapport/records';
import { TenantCreation, TenantList } from '@rapport/tenants';
import { newTenant } from '@rapport/tenants/testing';
import type { Container } from 'inversify';
import { expect, test } from 'vitest';
import { atEveryStep } from './testing/at-every-step.ts';
import { compose } from './testing/compose.ts';
import { readerAt, StaffedTenant } from './testing/staffed-tenant.ts';

const stage = await Stage.ofFile(compose);
const { running } = stage;
const customers = publicCustomers();
const staff = await StaffedTenant.create(running);

test('a user who moves to another team takes the records along, whatever step the process dies at', async () => {
  const mover = await staff.newUser({ roles, dataScope: 'team', teamId: await staff.newTeam() });
  await give(mover, 301);
  const teamOfMover = async () => (await running.get(PrincipalStore).user(operator, mover))?.teamId ?? null;
  await watchedAtEveryStep(async () => {
    const [from, to] = [await teamOfMover(), await staff.newTeam()];
    const others = [from, to].map((teamId) => staff.newUser({ roles, dataScope: 'team', teamId }));
    const watchers = await Promise.all([mover, ...(await Promise.all(others))].map(newWatcher));
    return {
      watchers,
      change: (container) => container.get(UserService).amend(operator, staff.ref, mover, { teamId: to }),
      seen: async () => ((await teamOfMover()) === to ? [301, 0, 301] : [301, 301, 0]),
    };
  });
}, 120_000);

test('the clients of a user whose data scope changes read anew, whatever step the process dies at', async () => {
  await watchedAtEveryStep(async () => {
    const user = await staff.newUser({ roles });
    await give(user, 2);
    await give(staff.ownerId, 2);
    return {
      watchers: [await newWatcher(user)],
      change: (container) => container.get(UserService).amend(operator, staff.ref, user, { dataScope: 'all' }),
    };
  });
}, 120_000);

test('a client that gets another RunAs user reads anew, whatever step the process dies at', async () => {
  await watchedAtEveryStep(async () => {
    const [first, second] = [await staff.newUser({ roles }), await staff.newUser({ roles })];
    await give(first, 2);
    await give(second, 2);
    const watcher = await newWatcher(first);
    return {
      watchers: [watcher],
      change: (container) =>
        container.get(ApiClientService).update(operator, staff.ref, watcher.clientId, { runAsUserId: second }),
    };
  });
}, 120_000);

test('a tenant is complete, whatever step of its creation the process dies at', async () => {
  await atEveryStep(stage, async () => {
    const input = newTenant({ organisationName: newId() });
    return {
      change: (container) => container.get(TenantCreation).create(operator, input),
      after: async (died) => {
        await expectNoWork();
        const tenants = await running.get(TenantList).page(operator, { pageSize: 200 });
        const made = tenants.find(({ organisationName }) => organisationName === input.organisationName);
        expect(died || made !== undefined).toBe(true);
        if (made) {
          expect(made.state).toBe('active');
          const reference = { id: made.tenantId, number: made.number, cell: made.cell };
          await running.get(UserCreation).add(operator, reference, { ...readerAt(), roles: ['manager'] });
        }
      },
    };
  });
}, 120_000);

interface Scene {
  readonly watchers: readonly Watcher[];
  readonly change: (container: Container) => Promise<unknown>;
  /** The number of records that each watcher sees in the end, by the state of control. */
  readonly seen?: () => Promise<number[]>;
}

/** Clients synchronise before a change, after its process died, and when another one has ended its work. */
async function watchedAtEveryStep(setScene: () => Promise<Scene>): Promise<void> {
  await atEveryStep(stage, async () => {
    const { watchers, change, seen } = await setScene();
    await synchronise(watchers);
    return {
      change: (container) => change(container).finally(() => synchronise(watchers)),
      after: async () => {
        await expectNoWork();
        await synchronise(watchers);
        for (const watcher of watchers) {
          expect(watcher.copy).toEqual(await watcher.truth());
        }
        if (seen) {
          expect(watchers.map((watcher) => watcher.copy.size)).toEqual(await seen());
        }
      },
    };
  });
}

async function expectNoWork(): Promise<void> {
  expect(await stage.asOwner.control.query(operator, listWork)).toEqual([]);
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
      const { rows: changes, until } = await this.#read('changes', this.#since);
      const changed = await this.#records(this.#since);
      for (const { entityId, operation } of changes) {
        const id = String(entityId);
        const record = operation === 'deleted' ? undefined : changed.get(id);
        if (record === undefined) {
          this.copy.delete(id);
        } else {
          this.copy.set(id, record);
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

  truth(): Promise<Map<string, string>> {
    return this.#records(undefined);
  }

  async #records(updatedFrom: string | undefined): Promise<Map<string, string>> {
    const { rows } = await this.#read('list', updatedFrom);
    return new Map(rows.map((row) => [String(row['id']), JSON.stringify(row)]));
  }

  async #readAll(): Promise<void> {
    const { rows, until } = await this.#read('list', undefined);
    this.copy = new Map(rows.map((row) => [String(row['id']), JSON.stringify(row)]));
    this.#since = until;
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

  async #page(kind: 'list' | 'changes', request: Parameters<typeof customers.list>[1]) {
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
    return requestContextOf(operator.trace, state ?? expect.fail('the client is gone'));
  }
}

interface Page {
  readonly data: Record<string, unknown>[];
  readonly nextCursor: string | null;
  readonly syncUntilUtc: string;
}

async function newWatcher(runAsUserId: string): Promise<Watcher> {
  const input = { name: 'watcher', runAsUserId };
  return new Watcher((await running.get(ApiClientService).create(operator, staff.ref, input)).clientId);
}

async function give(ownerUserId: string, count: number): Promise<void> {
  const caller = callerOf(staff.ref, undefined, { userId: ownerUserId, clientId: staff.ref.id });
  const context = { ...caller, view: { client: 1, user: 1 } };
  await Promise.all(Array.from({ length: count }, () => customers.create(context, { name: newId() })));
}

function publicCustomers() {
  const cursors = new CursorCodec(Buffer.alloc(32, 3));
  return new SyncedRecords(
    definition,
    { shows: ['id', 'name', 'ownerUserId', 'lastModifiedOnUtc'], writes: ['code', 'name'] },
    { database: stage.databases.connect('rapport_public_api'), cursors, all: recordKinds },
  );
}

const roles = ['salesperson'];
const listWork = statement('test_list_work', `select id from control.cell_work`);
