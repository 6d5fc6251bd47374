import { describe, expect, test } from 'vitest';
import { newCustomer } from './customers.ts';
import { expectProblem } from './problems.ts';
import {
  expectDone,
  newName,
  newToken,
  newTenant,
  operator,
  publicClient,
  replicas,
  type TestClient,
} from './tenant.ts';

const tenant = await newTenant();

test('the same Idempotency-Key of another client, or of another tenant, makes a record of its own', async () => {
  const clients = [await tenant.client(), await tenant.client(), await (await newTenant()).client()];
  const request = { body: { name: newName() }, headers: { 'idempotency-key': newName('key') } };
  const answers = await Promise.all(clients.map((client) => client.createCustomer(request)));
  const ids = answers.map((answer) => expectDone(answer, 201).id);
  expect(new Set(ids).size).toBe(clients.length);
  expect(answers.some(({ headers }) => headers.has('idempotency-replayed'))).toBe(false);
});

describe('changes that hold on every process before the call that makes them is answered', () => {
  test('a disabled client is refused, and its old tokens stay dead after it is enabled again', async () => {
    const { tenantId, client } = await ownClient();
    const params = { tenantId, clientId: client.clientId };
    await expectServed(client);
    expectDone(await operator.disableApiClient({ params }), 200);
    await expectRefusedEverywhere(client, 401, 'client_disabled');
    expectDone(await operator.enableApiClient({ params }), 200);
    await expectRefusedEverywhere(client, 401, 'token_invalid');
    const token = await newToken(client);
    expectDone(await client.withToken(token).listCustomers(), 200);
  });

  test('the clients of a disabled RunAs user are refused, and their old tokens stay dead', async () => {
    const { tenantId, userId, client } = await ownClient();
    const params = { tenantId, userId };
    await expectServed(client);
    expectDone(await operator.disableUser({ params }), 200);
    await expectRefusedEverywhere(client, 401, 'client_disabled');
    expectDone(await operator.enableUser({ params }), 200);
    await expectRefusedEverywhere(client, 401, 'token_invalid');
    expectDone(await client.withToken(await newToken(client)).listCustomers(), 200);
  });

  test('no request of a disabled client is served that begins after the answer, however many are under way', async () => {
    const { tenantId, client } = await ownClient();
    await expectServed(client);
    let isDisabled = false;
    let hasEnded = false;
    const servedAfterwards: number[] = [];
    const asking = replicas.flatMap((_, replica) =>
      Array.from({ length: 4 }, async () => {
        while (!hasEnded) {
          const beganAfter = isDisabled;
          const { status } = await client.on(replica).listCustomers();
          if (beganAfter && status === 200) {
            servedAfterwards.push(replica);
          }
        }
      }),
    );
    expectDone(await operator.disableApiClient({ params: { tenantId, clientId: client.clientId } }), 200);
    isDisabled = true;
    await expectRefusedEverywhere(client, 401, 'client_disabled');
    await expectRefusedEverywhere(client, 401, 'client_disabled');
    hasEnded = true;
    await Promise.all(asking);
    expect(servedAfterwards).toEqual([]);
  });
});

describe('changes of a subscription hold within a second on every process', () => {
  test('a plan without the public API closes it within a second, and another plan opens it again', async () => {
    const changing = await newTenant();
    const client = await changing.client();
    const record = await newCustomer(client);
    const params = { tenantId: changing.id };
    expectDone(await operator.changePlan({ params, body: { planCode: 'free' } }), 200);
    await expectWithinASecond(client, 403);
    await expectRefusedEverywhere(client, 403, 'subscription_required');
    expectDone(await operator.changePlan({ params, body: { planCode: 'enterprise' } }), 200);
    await expectWithinASecond(client, 200);
    expect(expectDone(await client.getCustomer({ params: { id: record.id } }), 200)).toEqual(record);
  });

  test('a suspended tenant gets tokens but its calls are refused, and a resumed tenant is served', async () => {
    const changing = await newTenant();
    const client = await changing.client();
    const params = { tenantId: changing.id };
    expectDone(await operator.suspendTenant({ params }), 200);
    await expectWithinASecond(client, 403);
    await expectRefusedEverywhere(client, 403, 'subscription_required');
    expectProblem(
      await client.withToken(await newToken(client)).createCustomer({ body: { name: newName() } }),
      403,
      'subscription_required',
    );
    expectDone(await operator.resumeTenant({ params }), 200);
    await expectWithinASecond(client, 200);
  });
});

describe('a change of rights holds at once', () => {
  test('a client that lost a scope is refused with its old token too', async () => {
    const { tenantId, client } = await ownClient();
    await expectServed(client);
    const params = { tenantId, clientId: client.clientId };
    expectDone(await operator.updateApiClient({ params, body: { scopes: ['customers.write'] } }), 200);
    await expectRefusedEverywhere(client, 403, 'insufficient_scope');
  });

  test('a client whose user lost a permission is refused with its old token too', async () => {
    const { tenantId, userId, client } = await ownClient();
    const record = await newCustomer(client);
    expectDone(await operator.updateUser({ params: { tenantId, userId }, body: { role: 'readOnly' } }), 200);
    for (const [replica] of replicas.entries()) {
      const removed = await client.on(replica).deleteCustomer({ params: { id: record.id } });
      expectProblem(removed, 403, 'permission_denied');
    }
  });
});

test('the scheme Bearer is taken in any case, and a header without it counts as no token', async () => {
  const client = await tenant.client();
  const withoutToken = publicClient(undefined);
  for (const scheme of ['bearer', 'BEARER']) {
    expectDone(await withoutToken.listCustomers({ headers: { authorization: `${scheme} ${client.token}` } }), 200);
  }
  for (const authorization of ['Bearer', 'Basic eDp5', client.token]) {
    expectProblem(await withoutToken.listCustomers({ headers: { authorization } }), 401, 'token_missing');
  }
});

async function ownClient(): Promise<{ tenantId: string; userId: string; client: TestClient }> {
  const userId = await tenant.user({ role: 'administrator', dataScope: 'all' });
  return { tenantId: tenant.id, userId, client: await tenant.client({ runAsUserId: userId }) };
}

async function expectServed(client: TestClient): Promise<void> {
  for (const [replica] of replicas.entries()) {
    expectDone(await client.on(replica).listCustomers(), 200);
  }
}

async function expectRefusedEverywhere(client: TestClient, status: number, code: string): Promise<void> {
  for (const [replica] of replicas.entries()) {
    expectProblem(await client.on(replica).listCustomers(), status, code);
  }
}

async function expectWithinASecond(client: TestClient, status: number): Promise<void> {
  const until = performance.now() + 1_000;
  for (const [replica] of replicas.entries()) {
    let sentAt = performance.now();
    while ((await client.on(replica).listCustomers()).status !== status) {
      expect(sentAt, `process ${replica} after a second`).toBeLessThan(until);
      sentAt = performance.now();
    }
  }
}
