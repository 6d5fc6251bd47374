import { describe, expect, test } from 'vitest';
import { changes, customerPages, listedIds, newCustomer, watermark } from './customers.ts';
import { expectProblem } from './problems.ts';
import {
  expectDone,
  newTenant,
  operator,
  replicas,
  type PublicClient,
  type TestClient,
  type TestTenant,
} from './tenant.ts';

const tenant = await newTenant();
const owner = await tenant.client();

interface Viewer {
  readonly userId: string;
  readonly client: TestClient;
  /** The watermark from before the change of the view. */
  readonly before: string;
  /** The id of the record that the user owns. */
  readonly mine: string;
}

/** A client with a view of its own that has read everything up to `before`. */
async function newViewer(user: Parameters<TestTenant['user']>[0]): Promise<Viewer> {
  const userId = await tenant.user(user);
  const client = await tenant.client({ runAsUserId: userId });
  const mine = (await newCustomer(owner, { ownerUserId: userId })).id;
  const before = await watermark(client);
  for (const read of readsOf(client)) {
    expectDone(await read(before), 200);
  }
  return { userId, client, before, mine };
}

function readsOf(client: PublicClient) {
  return [
    (updatedFrom: string) => client.listCustomers({ query: { updatedFrom } }),
    (updatedFrom: string) => client.listCustomerChanges({ query: { updatedFrom } }),
  ];
}

/** Every process refuses this client's `before`, and serves it from the watermark of a full list without a gap. */
async function expectToBeginAgain({ client, before, userId }: Viewer): Promise<string[]> {
  for (const [replica] of replicas.entries()) {
    for (const read of readsOf(client.on(replica))) {
      const problem = expectProblem(await read(before), 400, 'updated_from_too_old');
      expect(problem.detail).toContain('syncUntilUtc');
    }
  }
  const pages = await customerPages(client, { pageSize: 200 });
  const after = pages[0]?.syncUntilUtc ?? '';
  expect(after > before).toBe(true);
  const made = await newCustomer(client);
  expect(made.ownerUserId === userId || made.ownerUserId !== null).toBe(true);
  for (const [replica] of replicas.entries()) {
    expect(await listedIds(client.on(replica), { updatedFrom: after })).toContain(made.id);
    expect((await changes(client.on(replica), { updatedFrom: after })).map(({ entityId }) => entityId)).toContain(
      made.id,
    );
  }
  return pages.flatMap(({ data }) => data.map(({ id }) => id));
}

async function expectUndisturbed({ client, before }: Viewer): Promise<void> {
  for (const read of readsOf(client)) {
    expectDone(await read(before), 200);
  }
}

async function changeUser(
  { userId }: Viewer,
  body: { dataScope?: 'own' | 'team' | 'all'; teamId?: string; role?: string },
) {
  expectDone(await operator.updateUser({ params: { tenantId: tenant.id, userId }, body }), 200);
}

describe('after a change of its view a client alone begins again with a full list', () => {
  test('a client whose data scope grows begins again with a full list, which has the records that it did not see', async () => {
    const [viewer, bystander] = [await newViewer({ dataScope: 'own' }), await newViewer({ dataScope: 'own' })];
    const hidden = await newCustomer(owner);
    await changeUser(viewer, { dataScope: 'all' });
    expect(await expectToBeginAgain(viewer)).toEqual(expect.arrayContaining([viewer.mine, bystander.mine, hidden.id]));
    await expectUndisturbed(bystander);
  });

  test('a client whose data scope shrinks begins again with a full list, which has no other records', async () => {
    const viewer = await newViewer({ dataScope: 'all' });
    await changeUser(viewer, { dataScope: 'own' });
    expect(await expectToBeginAgain(viewer)).toEqual([viewer.mine]);
  });

  test('a client that gets another RunAs user begins again with a full list', async () => {
    const [viewer, bystander] = [await newViewer({ dataScope: 'own' }), await newViewer({ dataScope: 'own' })];
    const params = { tenantId: tenant.id, clientId: viewer.client.clientId };
    const body = { runAsUserId: await tenant.user({ dataScope: 'own' }) };
    expectDone(await operator.updateApiClient({ params, body }), 200);
    expect(await expectToBeginAgain(viewer)).toEqual([]);
    await expectUndisturbed(bystander);
  });

  test('a client whose RunAs user moves to another team begins again, and the records of the user change teams too', async () => {
    const [north, south] = [await tenant.team(), await tenant.team()];
    const viewer = await newViewer({ dataScope: 'team', teamId: north });
    const [left, joined] = [
      await newViewer({ dataScope: 'team', teamId: north }),
      await newViewer({ dataScope: 'team', teamId: south }),
    ];
    await changeUser(viewer, { teamId: south });
    const seen = await expectToBeginAgain(viewer);
    expect(seen).toEqual(expect.arrayContaining([viewer.mine, joined.mine]));
    expect(seen).not.toContain(left.mine);
    await expectUndisturbed(left);
    await expectUndisturbed(joined);
    const ofMine = async ({ client, before }: Viewer) =>
      (await changes(client, { updatedFrom: before }, viewer.mine)).at(-1);
    expect(await ofMine(left)).toMatchObject({ operation: 'deleted' });
    expect(await ofMine(joined)).toMatchObject({ operation: 'updated' });
    expect(await listedIds(joined.client, { updatedFrom: joined.before })).toContain(viewer.mine);
    expectProblem(await left.client.getCustomer({ params: { id: viewer.mine } }), 404, 'not_found');
  });
});

test('a change of a user that leaves its view as it is makes no client begin again', async () => {
  const viewer = await newViewer({ dataScope: 'own', role: 'salesperson' });
  await changeUser(viewer, { role: 'manager', dataScope: 'own' });
  await expectUndisturbed(viewer);
});

test('a read that is under way goes on under the new view', async () => {
  const viewer = await newViewer({ dataScope: 'all' });
  const { nextCursor } = expectDone(await viewer.client.listCustomers({ query: { pageSize: 1 } }), 200);
  await changeUser(viewer, { dataScope: 'own' });
  const cursor = nextCursor ?? '';
  const rest = expectDone(await viewer.client.listCustomers({ query: { cursor, pageSize: 200 } }), 200);
  expect(rest.data.map(({ id }) => id)).toEqual([viewer.mine]);
});

test('a user who sees a team sees the records of the own team and of no other', async () => {
  const [north, south] = [await tenant.team(), await tenant.team()];
  const viewer = await newViewer({ dataScope: 'team', teamId: north });
  const visible = await newCustomer(owner, { ownerUserId: await tenant.user({ teamId: north }) });
  const hidden = await newCustomer(owner, { ownerUserId: await tenant.user({ teamId: south }) });
  const alone = await newCustomer(owner, { ownerUserId: await tenant.user() });
  expect(await listedIds(viewer.client)).toEqual([viewer.mine, visible.id]);
  expectDone(await viewer.client.getCustomer({ params: { id: visible.id } }), 200);
  for (const { id } of [hidden, alone]) {
    expectProblem(await viewer.client.getCustomer({ params: { id } }), 404, 'not_found');
  }
});

test('a user with the data scope of a team needs a team, and is otherwise neither created nor updated', async () => {
  const params = { tenantId: tenant.id };
  const body = { email: 'lost@example.test', name: 'Lost', dataScope: 'team' as const };
  expect(await operator.createUser({ params, body })).toMatchObject({
    status: 400,
    body: { code: 'validation_failed' },
  });
  const viewer = await newViewer({ dataScope: 'own' });
  const change = { params: { ...params, userId: viewer.userId }, body: { dataScope: 'team' as const } };
  expect(await operator.updateUser(change)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  await expectUndisturbed(viewer);
});
