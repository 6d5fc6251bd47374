import exec from 'k6/execution';
import { fail } from 'k6';
import http, { type RefinedResponse, type ResponseType } from 'k6/http';
import { baseUrl, tenants, type Credentials } from './configuration.ts';
import type { Kind, RequestTag } from './objectives.ts';
import { askForToken, tokenOf } from './token.ts';

/** The virtual users know this of a tenant: its client with a token, and records that stay. */
export interface Prepared {
  readonly client: Credentials;
  readonly token: string;
  readonly ids: readonly string[];
  readonly since: string;
}

/** Gives every tenant some customers, for `setup`. A batch takes longer than a create, so it counts as none. */
export function prepareTenants(): Prepared[] {
  return tenants.map(({ clients: [client = fail('a tenant has no client')] }) => {
    const token = tokenOf(client);
    const items = Array.from({ length: recordsOfTenant }, (_, n) => bodyOf(`Customer ${n}`));
    const made = send(token, 'setup', 'POST', '/api/v1/customers/batch', { items });
    const ids = made.json('results.#.data.id') as string[];
    const since = send(token, 'setup', 'GET', '/api/v1/customers?pageSize=1').json('syncUntilUtc') as string;
    return { client, token, ids, since };
  });
}

/** Sends one request of the mix, for each tenant in turn, so that every one stays within its limit. */
export function actForNext(prepared: readonly Prepared[]): void {
  act(prepared[exec.scenario.iterationInTest % prepared.length] ?? fail('there are no tenants'), drawn());
}

export function act(tenant: Prepared, kind: Kind): void {
  const { token, ids, since, client } = tenant;
  const id = ids[Math.floor(Math.random() * ids.length)] ?? '';
  switch (kind) {
    case 'get':
      send(token, kind, 'GET', `/api/v1/customers/${id}`);
      return;
    case 'list':
      send(token, kind, 'GET', '/api/v1/customers?pageSize=50');
      return;
    case 'feed':
      send(token, kind, 'GET', `/api/v1/changes/customers?updatedFrom=${encodeURIComponent(since)}&pageSize=50`);
      return;
    case 'update':
      send(token, kind, 'PUT', `/api/v1/customers/${id}`, bodyOf(`Customer ${Math.random()}`));
      return;
    case 'create':
      send(token, kind, 'POST', '/api/v1/customers', bodyOf('Created'));
      return;
    case 'delete':
      deleteNew(token);
      return;
    case 'token':
      askForToken(client);
  }
}

export function drawn(): Kind {
  let left = Math.random() * 100;
  for (const [kind, share] of shares) {
    left -= share;
    if (left < 0) {
      return kind;
    }
  }
  return 'get';
}

type Response = RefinedResponse<ResponseType | undefined>;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export function send(
  token: string,
  kind: RequestTag,
  method: Method,
  path: string,
  body?: object,
  more: Record<string, string> = {},
): Response {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...more };
  // Without a name of its own each address with an id would be a series.
  const tags = { kind, name: kind };
  return http.request(method, `${baseUrl}${path}`, body && JSON.stringify(body), { headers, tags });
}

/** A text of an answer. Without it the run has no meaning and ends. */
export function textOf(answer: Response, member: string): string {
  const value = answer.json(member);
  return typeof value === 'string' ? value : fail(`an answer ${answer.status} has no ${member}`);
}

export function bodyOf(name: string): object {
  return {
    name,
    email: 'someone@load.example',
    phone: '+49 30 123456',
    address: { city: 'Berlin', countryCode: 'DE' },
  };
}

/** A delete takes a record that this request itself has made. */
function deleteNew(token: string): void {
  const made = send(token, 'create', 'POST', '/api/v1/customers', bodyOf('Short-lived'));
  if (made.status === 201) {
    send(token, 'delete', 'DELETE', `/api/v1/customers/${textOf(made, 'id')}`);
  }
}

/** The share of each kind in a hundred requests, as integrations that synchronise send them. */
const shares: readonly (readonly [Kind, number])[] = [
  ['get', 42],
  ['list', 14],
  ['feed', 18],
  ['update', 14],
  ['create', 7],
  ['delete', 4],
  ['token', 1],
];

const recordsOfTenant = 60;
