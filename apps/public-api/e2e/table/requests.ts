import type { Endpoint } from '@rapport/http-contract';
import { userContract } from '@rapport/public-contract';
import type { RawAnswer } from '../raw.ts';
import { judged } from './judged.ts';
import { resourceOf } from './operations.ts';
import { json, type Records, type World } from './world.ts';

/** The differences of a request from the right one. */
export interface Changes {
  /** Null for a request without a token. */
  readonly token?: string | null;
  readonly params?: Readonly<Record<string, string>>;
  /** A text as it stands behind `?`. */
  readonly search?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A value that is sent as JSON, or the bytes themselves. */
  readonly body?: unknown;
  readonly method?: string;
}

/** Sends the operation's right request with these changes, and holds the answer to the document. */
export function send(world: World, endpoint: Endpoint, changes: Changes = {}): Promise<RawAnswer> {
  const { token = world.owner.token, headers = {} } = changes;
  const body = 'body' in changes ? changes.body : rightBody(world.records, endpoint);
  const search = changes.search ?? rightSearch(endpoint);
  const path = pathOf(endpoint, { ...rightParams(world, endpoint), ...changes.params });
  return judged(changes.method ?? endpoint.method.toUpperCase(), search === '' ? path : `${path}?${search}`, {
    ...(token === null ? {} : { token }),
    headers: { ...(body === undefined ? {} : json), ...headers },
    ...(body === undefined ? {} : { body: encoded(body) }),
  });
}

/** Each request makes a record of its own where it is done, because code and external id are new. */
export function rightBody(records: Records, endpoint: Endpoint): unknown {
  const resource = resourceOf(endpoint);
  if (endpoint.body === undefined || resource === undefined) {
    return undefined;
  }
  if (endpoint.method === 'put') {
    return records.of(resource).body;
  }
  const body = records.newBody(resource);
  return endpoint.path.endsWith('/batch') ? { items: [body] } : body;
}

function rightParams({ tenant, records }: World, endpoint: Endpoint): Readonly<Record<string, string>> {
  const resource = resourceOf(endpoint);
  if (endpoint === userContract.getUser) {
    return { id: tenant.ownerId };
  }
  if (endpoint.params === undefined || resource === undefined) {
    return endpoint.example?.params ?? {};
  }
  const { id, externalId } = records.of(resource);
  return { id, externalId };
}

function rightSearch({ example }: Endpoint): string {
  const query = new URLSearchParams(
    Object.entries(example?.query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  );
  query.delete('updatedFrom');
  return query.toString();
}

function pathOf({ path }: Endpoint, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

function encoded(body: unknown): string | Uint8Array<ArrayBuffer> {
  return typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body);
}
