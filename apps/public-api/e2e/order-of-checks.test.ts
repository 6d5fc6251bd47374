import { expect, test } from 'vitest';
import { newCustomer } from './customers.ts';
import { expectProblem } from './problems.ts';
import { raw, type RawRequest } from './raw.ts';
import { expectDone, newToken, newTenant, operator } from './tenant.ts';

/** This request fails every check. Each test corrects the parts that come before its own check. */
const missing = '/api/v1/customers/01890000-0000-7000-8000-000000000000';
const wrong = {
  headers: { accept: 'image/png', 'content-type': 'text/plain', 'if-match': '"nonsense"' },
  body: `{"name": "", "nonsense": "${'x'.repeat(1_100_000)}"}`,
};
const acceptable = { ...wrong, headers: { ...wrong.headers, accept: 'application/json' } };
const typed = { ...acceptable, headers: { ...acceptable.headers, 'content-type': 'application/json' } };
const small = { ...typed, body: '{"name": "", "nonsense": 1}' };
const right = { ...typed, body: '{"name": "A name"}' };

const poor = await newTenant({ requestsPerMinute: 1 });
const [tenant, exhausted] = await Promise.all([newTenant(), poor.client({ scopes: ['customers.read'] })]);
const owner = await tenant.client();
const reader = await tenant.client({ runAsUserId: await tenant.user({ role: 'readOnly', dataScope: 'all' }) });
expectDone(await exhausted.listCustomers(), 200);
expectDone(await operator.changePlan({ params: { tenantId: poor.id }, body: { planCode: 'free' } }), 200);

const put = (path: string, token: string | undefined, request: RawRequest) =>
  raw('PUT', path, { ...request, ...(token === undefined ? {} : { token }) });

test('404 for an unknown path and 405 for a wrong method come before 401', async () => {
  expectProblem(await raw('PUT', '/api/v1/invoices', wrong), 404, 'route_not_found');
  const answer = await raw('PATCH', missing, wrong);
  expectProblem(answer, 405, 'method_not_allowed');
  expect(answer.headers.get('allow')?.split(', ').toSorted()).toEqual(expect.arrayContaining(['DELETE', 'GET', 'PUT']));
});

test('401 comes before 429', async () => {
  expectProblem(await put(missing, undefined, wrong), 401, 'token_missing');
  expectProblem(await put(missing, `${exhausted.token}x`, wrong), 401, 'token_invalid');
});

test('429 comes before 403', async () => {
  // The second of two requests is above the limit, however long ago the one before them was.
  await put(missing, exhausted.token, wrong);
  expectProblem(await put(missing, exhausted.token, wrong), 429, 'rate_limited');
});

test('the check of the subscription comes before that of the scope', async () => {
  const free = await newTenant({ planCode: 'free' });
  const client = await free.client({ scopes: ['customers.read'] });
  expectProblem(await put(missing, client.token, wrong), 403, 'subscription_required');
});

test('the check of the scope comes before that of the permission, and both before 406', async () => {
  expectProblem(await put(missing, await newToken(reader, 'customers.read'), wrong), 403, 'insufficient_scope');
  expectProblem(await put(missing, reader.token, wrong), 403, 'permission_denied');
});

test('an admitted request gets 406, 415, 413, 400, 404 or 409, in this order', async () => {
  const { id } = await newCustomer(owner);
  expectProblem(await put(missing, owner.token, wrong), 406, 'not_acceptable');
  expectProblem(await put(missing, owner.token, acceptable), 415, 'unsupported_media_type');
  expectProblem(await put(missing, owner.token, typed), 413, 'payload_too_large');
  expectProblem(await put(missing, owner.token, small), 400, 'validation_failed');
  expectProblem(await put(missing, owner.token, right), 404, 'not_found');
  expectProblem(await put(`/api/v1/customers/${id}`, owner.token, right), 409, 'concurrency_conflict');
  expect(
    (await put(`/api/v1/customers/${id}`, owner.token, { ...right, headers: { 'content-type': 'application/json' } }))
      .status,
  ).toBe(200);
});
