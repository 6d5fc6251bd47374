import { randomUUID } from 'node:crypto';
import type { OperatorAccess } from '@rapport/rapport';
import {
  create,
  createWithKey,
  customers,
  forged,
  junk,
  newToken,
  page,
  read,
  remove,
  some,
  tokenRequest,
  update,
  withHeaders,
  write,
} from './asked-request.ts';
import type { AskedRequest, LeakTenant } from './leak-tenant.ts';
import {
  batch,
  createReferring,
  document,
  getReferring,
  listFields,
  removeReferring,
  setField,
  toggleField,
  updateReferring,
} from './resource-requests.ts';

/** A kind with its share of a thousand requests. */
type Kind = readonly [share: number, ask: (tenant: LeakTenant) => AskedRequest];

const reads: Readonly<Record<string, Kind>> = {
  get: [150, (tenant) => read(tenant.token, `${customers}/${some(tenant)?.id ?? randomUUID()}`, [200, 404])],
  'get by external id': [40, (tenant) => byExternalId(tenant, some(tenant)?.externalId ?? junk(), [200, 404])],
  'get what has not changed': [50, ifNoneMatch],
  'get what is not there': [25, ({ token }) => read(token, `${customers}/${randomUUID()}`, [404])],
  'get by an id that is none': [10, ({ token }) => read(token, `${customers}/${junk()}`, [404])],
  'get by an unknown external id': [15, (tenant) => byExternalId(tenant, junk(), [404])],
  list: [60, (tenant) => page(tenant, 'customers', false)],
  'list on': [50, (tenant) => page(tenant, 'customers', true)],
  feed: [40, (tenant) => page(tenant, 'changes/customers', false)],
  'feed on': [40, (tenant) => page(tenant, 'changes/customers', true)],
  'a cursor that is none': [10, ({ token }) => read(token, `${customers}?cursor=${junk()}`, [400])],
  'a parameter that is wrong': [5, ({ token }) => read(token, `${customers}?pageSize=${junk()}`, [400])],
};

const writes: Readonly<Record<string, Kind>> = {
  create: [50, (tenant) => create(tenant)],
  'create with a key, again, and another': [60, createWithKey],
  'create with a taken external id': [
    10,
    (tenant) => ({ ...create(tenant, some(tenant)?.externalId), statuses: [201, 409] }),
  ],
  update: [50, (tenant) => update(tenant, () => ({}), [200, 404])],
  'update what is as it was seen': [
    20,
    (tenant) => update(tenant, ({ etag }) => ({ 'if-match': etag }), [200, 404, 409]),
  ],
  'update what has changed': [15, (tenant) => update(tenant, () => ({ 'if-match': '"0"' }), [404, 409])],
  delete: [20, remove],
  'delete what is not there': [
    10,
    ({ token }) => ({ ...read(token, `${customers}/${randomUUID()}`, [404]), method: 'DELETE' }),
  ],
  'a body that is wrong': [15, ({ token }) => write(token, { email: junk(), [junk()]: 1 }, [400])],
  'a body that is no JSON': [10, ({ token }) => ({ ...write(token, {}, [400]), body: `{"${junk()}` })],
  'another media type': [5, ({ token }) => withHeaders(write(token, {}, [415]), { 'content-type': 'text/plain' })],
};

const ofOthers: Readonly<Record<string, Kind>> = {
  'create a contact': [20, (tenant) => createReferring(tenant, 'contacts')],
  'create a lead': [10, (tenant) => createReferring(tenant, 'leads')],
  'create an opportunity': [20, (tenant) => createReferring(tenant, 'opportunities')],
  'update an opportunity': [10, (tenant) => updateReferring(tenant, 'opportunities')],
  'rename a contact': [5, (tenant) => updateReferring(tenant, 'contacts')],
  'delete a contact': [3, (tenant) => removeReferring(tenant, 'contacts')],
  'delete an opportunity': [2, (tenant) => removeReferring(tenant, 'opportunities')],
  'get an opportunity': [15, (tenant) => getReferring(tenant, 'opportunities')],
  'list opportunities': [5, (tenant) => page(tenant, 'opportunities', false)],
  'list contacts on': [5, (tenant) => page(tenant, 'contacts', true)],
  'feed of opportunities on': [5, (tenant) => page(tenant, 'changes/opportunities', true)],
  'custom fields': [15, listFields],
  'set a custom field': [12, setField],
  'turn a custom field off or on': [2, toggleField],
  'a batch': [5, batch],
  'the document': [4, () => document('/openapi.json')],
  'the page of the document': [2, () => document('/docs')],
};

const refusals: Readonly<Record<string, Kind>> = {
  'no token': [5, () => ({ method: 'GET', path: customers, headers: {}, statuses: [401] })],
  'a token that is junk': [15, () => read(junk(), customers, [401])],
  'a token with another signature': [25, ({ token }) => read(forged(token), customers, [401])],
  'a scope that is missing': [10, ({ readOnlyToken }) => write(readOnlyToken, { name: 'x' }, [403])],
  'an unknown route': [15, ({ token }) => read(token, `/api/v1/${junk()}`, [404])],
  'a method that is not there': [5, ({ token }) => ({ ...read(token, customers, [405]), method: 'PATCH' })],
  'a reader that leaves': [10, ({ token }) => ({ ...read(token, `${customers}?pageSize=50`, [200]), isAborted: true })],
  'a writer that leaves': [5, (tenant) => ({ ...create(tenant), isAborted: true })],
};

const grant = 'client_credentials';

const tokens: Readonly<Record<string, Kind>> = {
  'a token': [10, newToken],
  'a token for a wrong secret': [
    8,
    ({ clientId }) => tokenRequest({ grant_type: grant, client_id: clientId, client_secret: junk() }, [401, 429]),
  ],
  'a token for no known client': [
    5,
    () => tokenRequest({ grant_type: grant, client_id: junk(), client_secret: junk() }, [401, 429]),
  ],
  'a token by another grant': [
    4,
    ({ clientId }) => tokenRequest({ grant_type: junk(), client_id: clientId }, [400, 429]),
  ],
  'the key set': [
    3,
    () => ({ method: 'GET', path: '/.well-known/openid-configuration/jwks', headers: {}, statuses: [200] }),
  ],
};

const operatorPath = '/subscription/v1/operator/tenants';

const operators: Readonly<Record<string, Kind>> = {
  'the tenants': [2, ({ operator }) => ofOperators(operator, operatorPath, [200])],
  'a tenant that is not there': [2, ({ operator }) => changePlan(operator, randomUUID(), [404])],
  'a change of a tenant': [3, ({ operator, id }) => changePlan(operator, id, [200])],
  'a wrong operator credential': [
    3,
    ({ operator }) => ofOperators({ ...operator, credential: junk() }, operatorPath, [401, 429]),
  ],
};

const kinds = { ...operators, ...reads, ...writes, ...ofOthers, ...refusals, ...tokens };

/** Every kind as often as its share, spread evenly. */
const sequence = Object.entries(kinds)
  .flatMap(([name, [share, ask]], at) =>
    Array.from({ length: share }, (_, copy) => ({ name, ask, place: (copy + ((at * Math.SQRT2) % 1)) / share })),
  )
  .sort((one, other) => one.place - other.place);

/** The request with this number, of this tenant. A tenant with low limits may hear 429 to anything. */
export function requestWithNumber(
  number: number,
  tenant: LeakTenant,
): { readonly kind: string; readonly asked: AskedRequest } {
  const { name, ask } = sequence[number % sequence.length] ?? { name: 'a token', ask: newToken };
  const asked = ask(tenant);
  return { kind: name, asked: tenant.isLimited ? { ...asked, statuses: [...asked.statuses, 429] } : asked };
}

function byExternalId({ token }: LeakTenant, externalId: string, statuses: readonly number[]): AskedRequest {
  return read(token, `${customers}/by-external-id/${externalId}`, statuses);
}

function ifNoneMatch(tenant: LeakTenant): AskedRequest {
  const record = some(tenant);
  if (!record) {
    return create(tenant);
  }
  return withHeaders(read(tenant.token, `${customers}/${record.id}`, [200, 304, 404]), {
    'if-none-match': record.etag,
  });
}

function ofOperators({ url, credential }: OperatorAccess, path: string, statuses: readonly number[]): AskedRequest {
  return { ...read(credential, path, statuses), origin: url };
}

function changePlan({ url, credential }: OperatorAccess, id: string, statuses: readonly number[]): AskedRequest {
  const path = `${operatorPath}/${id}/plan`;
  return { ...write(credential, { plan: 'enterprise' }, statuses), origin: url, method: 'PUT', path };
}
