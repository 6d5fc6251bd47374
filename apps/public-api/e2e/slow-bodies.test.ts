import { HalfSent } from '@rapport/testbed';
import { describe, expect, test } from 'vitest';
import { newCustomer } from './customers.ts';
import { expectDone, newName, newTenant, newToken, operator, replicas, type TestClient } from './tenant.ts';

const tenant = await newTenant();

/** A request of each kind at each process, all of them behind the guards and half sent. */
async function beginAll(client: TestClient): Promise<HalfSent[]> {
  const { id } = await newCustomer(client);
  const body = (): string => JSON.stringify({ name: newName() });
  const kinds = [
    { method: 'POST', path: '/api/v1/customers', body: body() },
    { method: 'PUT', path: `/api/v1/customers/${id}`, body: body() },
    { method: 'POST', path: '/api/v1/customers/batch', body: `{"items": [${body()}, ${body()}]}` },
  ] as const;
  const { token } = client;
  return Promise.all(
    replicas.flatMap((url) => kinds.map(({ path, ...kind }) => HalfSent.begin({ url: url + path, token, ...kind }))),
  );
}

async function answersOf(requests: readonly HalfSent[]): Promise<unknown[]> {
  const answers = await Promise.all(requests.map((request) => request.finish()));
  return answers.map(({ status, body }) => (status < 300 ? status : `${status} ${(body as { code: string }).code}`));
}

async function ownClient() {
  const userId = await tenant.user({ role: 'administrator', dataScope: 'all' });
  const client = await tenant.client({ runAsUserId: userId });
  return { client, user: { tenantId: tenant.id, userId }, params: { tenantId: tenant.id, clientId: client.clientId } };
}

/** The refusal on every process, for each kind of write. */
function everywhere(refusal: string): unknown[] {
  return Array<string>(replicas.length * 3).fill(refusal);
}

test('a body that comes in halves is taken where nothing has changed meanwhile', async () => {
  const answers = await answersOf(await beginAll(await tenant.client()));
  expect(answers).toEqual(replicas.flatMap(() => [201, 200, 200]));
});

describe('a right that goes while a body is on its way does not write', () => {
  test('the client is disabled', async () => {
    const { client, params } = await ownClient();
    const requests = await beginAll(client);
    expectDone(await operator.disableApiClient({ params }), 200);
    expect(await answersOf(requests)).toEqual(everywhere('401 client_disabled'));
  });

  test('its RunAs user is disabled', async () => {
    const { client, user } = await ownClient();
    const requests = await beginAll(client);
    expectDone(await operator.disableUser({ params: user }), 200);
    expect(await answersOf(requests)).toEqual(everywhere('401 client_disabled'));
  });

  test('its RunAs user loses a permission', async () => {
    const { client, user } = await ownClient();
    const requests = await beginAll(client);
    expectDone(await operator.updateUser({ params: user, body: { role: 'readOnly' } }), 200);
    expect(await answersOf(requests)).toEqual(everywhere('403 permission_denied'));
  });

  test('the client loses a scope', async () => {
    const { client, params } = await ownClient();
    const requests = await beginAll(client);
    expectDone(await operator.updateApiClient({ params, body: { scopes: ['customers.read'] } }), 200);
    expect(await answersOf(requests)).toEqual(everywhere('403 insufficient_scope'));
  });

  test('the tenant is suspended', async () => {
    const suspended = await newTenant();
    const requests = await beginAll(await suspended.client());
    expectDone(await operator.suspendTenant({ params: { tenantId: suspended.id } }), 200);
    expect(await answersOf(requests)).toEqual(everywhere('403 subscription_required'));
  });
});

test('a client whose rights are asked again takes one unit of its limit', async () => {
  const limited = await newTenant({ requestsPerMinute: 20 });
  const { clientId, clientSecret } = await limited.client();
  const token = await newToken({ clientId, clientSecret });
  const [url = ''] = replicas;
  const send = { url: `${url}/api/v1/customers`, method: 'POST', token, body: `{"name": "${newName()}"}` } as const;
  for (let count = 0; count < 20; count += 1) {
    expect((await (await HalfSent.begin(send)).finish()).status).toBe(201);
  }
  await expect(HalfSent.begin(send)).rejects.toThrow('429');
});
