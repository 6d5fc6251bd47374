import type { LoadRequest } from '@rapport/testbed';
import { bodyOf, resourceNames } from '../core/records/bodies.ts';
import { createRequest } from '../core/records/create-records.ts';
import type { FilledTenant } from '../core/records/filled-tenants.ts';
import type { Contender } from '../core/comparing/interleave.ts';

export const operations = ['list', 'get', 'create'] as const;
export type Operation = (typeof operations)[number];

/** The first number above those of the existing records. */
let created = 1_000_000;

/** A random tenant, a random resource and a random record of it. */
export function contender(
  name: string,
  operation: Operation,
  tenants: readonly FilledTenant[],
  server: Pick<Contender, 'origin' | 'processes'>,
): Contender {
  return {
    ...server,
    name,
    status: operation === 'create' ? 201 : 200,
    request: () => requestOf(operation, anyOf(tenants)),
  };
}

function requestOf(operation: Operation, { token, ids }: FilledTenant): LoadRequest {
  const resource = anyOf(resourceNames);
  const headers = { authorization: `Bearer ${token}` };
  switch (operation) {
    case 'list':
      return { method: 'GET', path: `/api/v1/${resource}?pageSize=50`, headers };
    case 'get':
      return { method: 'GET', path: `/api/v1/${resource}/${anyOf(ids[resource])}`, headers };
    case 'create':
      return createRequest({ token, resource, body: bodyOf(resource, (created += 1), ids) });
  }
}

function anyOf<T>(values: readonly T[]): T {
  const value = values[Math.floor(Math.random() * values.length)];
  if (value === undefined) {
    throw new Error('There is nothing to choose from.');
  }
  return value;
}
