import { randomUUID } from 'node:crypto';
import type { OperatorAccess } from '@rapport/rapport';
import { create, customers, junk, read, some, withHeaders, write } from './asked-request.ts';
import type { AskedRequest, LeakTenant, ReferringResource } from './leak-tenant.ts';

/** The custom field that every tenant's customers have, with its type. */
export const leakField = { module: 'customers', key: 'region', label: 'Region', fieldType: 'text' } as const;

/** The most records of a resource that are remembered. */
const idsMax = 20;
const batchItems = 20;
const metadata = '/api/v1/metadata/custom-fields?module=customers';

/** Creates a record that refers to others of the tenant. What it refers to may be gone by then. */
export function createReferring(tenant: LeakTenant, resource: ReferringResource): AskedRequest {
  return {
    ...write(tenant.token, bodyOf(tenant, resource), [201, 400]),
    path: `/api/v1/${resource}`,
    seen: ({ status, text }) => {
      if (status === 201) {
        const ids = tenant.referring[resource];
        ids.push((JSON.parse(text) as { id: string }).id);
        if (ids.length > idsMax) {
          ids.shift();
        }
      }
    },
  };
}

export function updateReferring(tenant: LeakTenant, resource: ReferringResource): AskedRequest {
  const id = someId(tenant, resource);
  if (id === undefined) {
    return createReferring(tenant, resource);
  }
  const asked = write(tenant.token, bodyOf(tenant, resource), [200, 400, 404]);
  return { ...asked, method: 'PUT', path: `/api/v1/${resource}/${id}` };
}

export function getReferring(tenant: LeakTenant, resource: ReferringResource): AskedRequest {
  return read(tenant.token, `/api/v1/${resource}/${someId(tenant, resource) ?? randomUUID()}`, [200, 404]);
}

/** Deletes a record, and forgets it whether others refer to it or not. */
export function removeReferring(tenant: LeakTenant, resource: ReferringResource): AskedRequest {
  const id = tenant.referring[resource].shift();
  if (id === undefined) {
    return createReferring(tenant, resource);
  }
  return { ...read(tenant.token, `/api/v1/${resource}/${id}`, [204, 404, 409]), method: 'DELETE' };
}

/** The definitions, and most often that they have not changed. */
export function listFields(tenant: LeakTenant): AskedRequest {
  const asked = read(tenant.token, metadata, [200, 304]);
  const known: Record<string, string> = tenant.fieldsEtag === undefined ? {} : { 'if-none-match': tenant.fieldsEtag };
  return {
    ...withHeaders(asked, known),
    seen: ({ status, etag }) => {
      if (status === 200) {
        tenant.fieldsEtag = etag;
      }
    },
  };
}

/** A change of one value of a record. The field may be turned off at that moment. */
export function setField(tenant: LeakTenant): AskedRequest {
  const record = some(tenant);
  if (!record) {
    return create(tenant);
  }
  const body = { name: `Renamed ${junk()}`, customFields: [{ key: leakField.key, value: junk() }] };
  return { ...write(tenant.token, body, [200, 400, 404]), method: 'PUT', path: `${customers}/${record.id}` };
}

/** Turns the field off or on, which each process hears of with the next request. */
export function toggleField({ id, operator }: LeakTenant): AskedRequest {
  const { module, key } = leakField;
  const act = Math.random() < 0.5 ? 'disable' : 'enable';
  const path = `/subscription/v1/operator/tenants/${id}/custom-fields/${module}/${key}/${act}`;
  return ofOperator(operator, path);
}

/** Updates by external id in one request, of which one item is wrong. */
export function batch(tenant: LeakTenant): AskedRequest {
  const items = Array.from({ length: batchItems }, (_, at) => ({ name: junk(), externalId: `batch ${at}` }));
  const body = { items: [...items, { name: '' }] };
  return { ...write(tenant.token, body, [200]), path: `${customers}/batch` };
}

export function document(path: string): AskedRequest {
  return { method: 'GET', path, headers: {}, statuses: [200] };
}

function ofOperator({ url, credential }: OperatorAccess, path: string): AskedRequest {
  return { ...write(credential, {}, [200]), origin: url, path };
}

function bodyOf(tenant: LeakTenant, resource: ReferringResource): object {
  const customerId = some(tenant)?.id;
  switch (resource) {
    case 'contacts':
      return { lastName: junk(), customerId };
    case 'leads':
      return { companyName: junk(), rating: 'warm' };
    case 'opportunities':
      return {
        name: junk(),
        customerId,
        contactId: someId(tenant, 'contacts'),
        leadId: someId(tenant, 'leads'),
        amount: Math.round(Math.random() * 1e6),
      };
  }
}

function someId({ referring }: LeakTenant, resource: ReferringResource): string | undefined {
  const ids = referring[resource];
  return ids[Math.floor(Math.random() * ids.length)];
}
