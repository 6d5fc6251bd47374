import { randomBytes, randomUUID } from 'node:crypto';
import type { AskedRequest, LeakTenant, PagedPath, SeenAnswer, SeenRecord } from './leak-tenant.ts';

export const customers = '/api/v1/customers';

/** The most records of a tenant that are remembered, and the fewest that deletes leave. */
const recordsMax = 20;
const recordsMin = 5;

export function read(token: string, path: string, statuses: readonly number[]): AskedRequest {
  return { method: 'GET', path, headers: bearer(token), statuses };
}

export function write(token: string, body: object, statuses: readonly number[]): AskedRequest {
  const headers = { ...bearer(token), 'content-type': 'application/json' };
  return { method: 'POST', path: customers, headers, body: JSON.stringify(body), statuses };
}

/** Creates a customer of few members, with an external id of its own where none is given. */
export function create(tenant: LeakTenant, externalId: string = randomUUID()): AskedRequest {
  const body = { name: `Customer ${junk()}`, email: 'someone@bench.example', description: 'x'.repeat(200), externalId };
  return {
    ...write(tenant.token, body, [201]),
    seen: ({ status, etag, text }) => {
      if (status !== 201 || etag === undefined) {
        return;
      }
      const { id } = JSON.parse(text) as { id: string };
      tenant.records.push({ id, etag, externalId });
      if (tenant.records.length > recordsMax) {
        tenant.records.shift();
      }
    },
  };
}

/** Creates with a key. The next request is the same and gets the same answer; the third is another with that key. */
export function createWithKey(tenant: LeakTenant): AskedRequest {
  const { next } = tenant.keyed;
  tenant.keyed.next = undefined;
  if (next) {
    return next;
  }
  const key = { 'idempotency-key': randomUUID() };
  const first = withHeaders(write(tenant.token, { name: junk() }, [201]), key);
  const other = withHeaders(write(tenant.token, { name: junk() }, [409]), key);
  const then = (following: AskedRequest) => (answer: SeenAnswer) => {
    if (answer.status === 201) {
      tenant.keyed.next = following;
    }
  };
  return { ...first, seen: then({ ...first, seen: then(other) }) };
}

/** Changes a record; creates one where there is none yet. */
export function update(
  tenant: LeakTenant,
  conditionOf: (record: SeenRecord) => Record<string, string>,
  statuses: readonly number[],
): AskedRequest {
  const record = some(tenant);
  if (!record) {
    return create(tenant);
  }
  const asked = withHeaders(write(tenant.token, { name: `Renamed ${junk()}` }, statuses), conditionOf(record));
  return {
    ...asked,
    method: 'PUT',
    path: `${customers}/${record.id}`,
    seen: ({ status, etag }) => {
      const at = tenant.records.findIndex(({ id }) => id === record.id);
      if (status === 200 && etag !== undefined && at >= 0) {
        tenant.records[at] = { ...record, etag };
      }
    },
  };
}

export function remove(tenant: LeakTenant): AskedRequest {
  const record = tenant.records.length > recordsMin ? tenant.records.shift() : undefined;
  if (!record) {
    return create(tenant);
  }
  return { ...read(tenant.token, `${customers}/${record.id}`, [204, 409]), method: 'DELETE' };
}

/** A page of a list or a feed: the first, or the one after the last page that was seen. */
export function page(tenant: LeakTenant, of: PagedPath, goesOn: boolean): AskedRequest {
  const path = `/api/v1/${of}`;
  const query = goesOn ? tenant.next[of] : undefined;
  return {
    ...read(tenant.token, `${path}?${query ?? 'pageSize=20'}`, [200]),
    seen: ({ status, text }) => {
      if (status !== 200) {
        return;
      }
      const { nextCursor, syncUntilUtc } = JSON.parse(text) as { nextCursor: string | null; syncUntilUtc: string };
      tenant.next[of] =
        nextCursor === null
          ? `pageSize=20&updatedFrom=${encodeURIComponent(syncUntilUtc)}`
          : `pageSize=20&cursor=${encodeURIComponent(nextCursor)}`;
    },
  };
}

export function tokenRequest(form: Readonly<Record<string, string>>, statuses: readonly number[]): AskedRequest {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return { method: 'POST', path: '/connect/token', headers, body: new URLSearchParams(form).toString(), statuses };
}

/** A new token. Each client uses only two, so the service's memory of tokens does not grow towards its bound. */
export function newToken(tenant: LeakTenant): AskedRequest {
  const { clientId, clientSecret } = tenant;
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  return {
    ...tokenRequest(form, [200]),
    seen: ({ status, text }) => {
      if (status !== 200 || tenant.hasSecondToken) {
        return;
      }
      tenant.token = (JSON.parse(text) as { access_token: string }).access_token;
      tenant.hasSecondToken = true;
    },
  };
}

export function withHeaders(asked: AskedRequest, headers: Readonly<Record<string, string>>): AskedRequest {
  return { ...asked, headers: { ...asked.headers, ...headers } };
}

/** A record of the tenant as an answer showed it. */
export function some({ records }: LeakTenant): SeenRecord | undefined {
  return records[Math.floor(Math.random() * records.length)];
}

/** A text that no request has sent before. */
export function junk(): string {
  return randomBytes(12).toString('hex');
}

/** A token with the signature of another token. */
export function forged(token: string): string {
  return `${token.slice(0, token.lastIndexOf('.'))}.${randomBytes(64).toString('base64url')}`;
}

function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}
