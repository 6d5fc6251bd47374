/** Plays what an integrator does with openapi-fetch and the types that openapi-typescript makes of the two documents. */
import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';
import type { components, paths as ApplicationPaths } from './application.d.ts';
import type { components as PublicComponents, paths as PublicPaths } from './public.d.ts';

const { BASE_URL: baseUrl = '', CLIENT_ID: clientId = '', CLIENT_SECRET: clientSecret = '' } = process.env;

type CustomerBody = PublicComponents['schemas']['CustomerBody'];

const open = createClient<PublicPaths>({ baseUrl });
const { data: token } = await open.POST('/connect/token', {
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
});
assert(token);
console.log('token');

const api = createClient<PublicPaths>({ baseUrl, headers: { authorization: `Bearer ${token.access_token}` } });

const customer = {
  name: 'Typed Engines',
  externalId: 'ts-1',
  customerType: 'supplier',
  customFields: [
    { key: 'seats', value: 25.5 },
    { key: 'region', value: 'north' },
  ],
} satisfies CustomerBody;
const { data: made } = await api.POST('/api/v1/customers', {
  params: { header: { 'Idempotency-Key': 'ts create' } },
  body: customer,
});
assert(made);
assert.deepEqual([made.customerType, made.customFields.length], ['supplier', 2]);
console.log('create');

const { data: batch } = await api.POST('/api/v1/customers/batch', {
  body: {
    items: [
      { name: 'Typed Engines', externalId: 'ts-1', customerType: 'prospect' },
      { name: 'Typed Tools', externalId: 'ts-2' },
      { name: ' ' },
    ],
  },
});
assert(batch);
const [changed, created, refused] = batch.results;
assert(changed && 'data' in changed && changed.status === 200);
assert(created && 'data' in created && created.status === 201);
assert(refused && 'error' in refused && refused.error.code === 'validation_failed');
console.log('batch');

const put = (body: CustomerBody, ifMatch: string) =>
  api.PUT('/api/v1/customers/{id}', { params: { path: { id: made.id }, header: { 'If-Match': ifMatch } }, body });
const renamed = { name: 'Typed Engines and Sons', externalId: 'ts-1' } satisfies CustomerBody;
const stale = await put(renamed, '"0"');
assert.equal(stale.error?.code, 'concurrency_conflict');
const first = await put(renamed, '*');
const { data: updated } = await put({ ...renamed, industry: 'Machinery' }, first.response.headers.get('etag') ?? '');
assert.equal(updated?.industry, 'Machinery');
console.log('update');

const seen = new Set<string>();
let syncUntilUtc: string;
for (let cursor: string | undefined; ;) {
  const query = { pageSize: 1, ...(cursor !== undefined && { cursor }) };
  const { data: page } = await api.GET('/api/v1/customers', { params: { query } });
  assert(page);
  page.data.forEach(({ id }) => seen.add(id));
  syncUntilUtc = page.syncUntilUtc;
  if (!page.hasMore) {
    break;
  }
  cursor = page.nextCursor ?? undefined;
}
assert(seen.has(made.id) && seen.has(created.data.id));
console.log('list');

const { data: later } = await api.POST('/api/v1/customers', { body: { name: 'Typed Later' } });
assert(later);
const { data: feed } = await api.GET('/api/v1/changes/customers', {
  params: { query: { updatedFrom: syncUntilUtc } },
});
assert.deepEqual(
  feed?.data.map(({ operation, entityId }) => [operation, entityId]),
  [['created', later.id]],
);
console.log('feed');

const person = createClient<ApplicationPaths>({ baseUrl });
const { data: development } = await person.POST('/api/v1/auth/get-token-for-develop', {
  body: { clientId, clientSecret },
});
assert(development?.data);
const surface = createClient<ApplicationPaths>({
  baseUrl,
  headers: { authorization: `Bearer ${development.data.accessToken}` },
});
const search = { searchText: 'typed', customerType: 'customer', sortBy: 'name' } satisfies Partial<
  components['schemas']['SearchCustomerRequest']
>;
const { data: found } = await surface.POST('/api/v1/customer/search', { body: search });
assert.deepEqual(
  found?.data?.items.map(({ name }) => name),
  ['Typed Engines and Sons', 'Typed Later', 'Typed Tools'],
);
console.log('search');

const { data: lead } = await surface.POST('/api/v1/lead/create', {
  body: { lastName: 'Typed', companyName: 'Typed Prospects', source: 'web' },
});
assert(lead?.data);
const { data: preview } = await surface.GET('/api/v1/lead/convert-preview/{id}', {
  params: { path: { id: lead.data } },
});
assert(preview?.data?.canConvert);
const { data: conversion } = await surface.POST('/api/v1/lead/convert', {
  body: { leadId: lead.data, version: preview.data.version, skipDuplicateCheck: true },
});
assert(conversion?.data?.customerCreated);
console.log('conversion');
