import { createRequest, type FilledTenant } from '../core/customers.ts';
import type { Contender } from '../core/interleave.ts';
import type { LoadRequest } from '../core/load.ts';

export const operations = ['list', 'get', 'create'] as const;
export type Operation = (typeof operations)[number];

/** The first number above those of the existing customers. */
let created = 1_000_000;

/** A random tenant and a random customer of it. */
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

function requestOf(operation: Operation, { token, customers }: FilledTenant): LoadRequest {
  const headers = { authorization: `Bearer ${token}` };
  switch (operation) {
    case 'list':
      return { method: 'GET', path: '/api/v1/customers?pageSize=50', headers };
    case 'get':
      return { method: 'GET', path: `/api/v1/customers/${anyOf(customers)}`, headers };
    case 'create':
      return createRequest(token, (created += 1));
  }
}

function anyOf<T>(values: readonly T[]): T {
  const value = values[Math.floor(Math.random() * values.length)];
  if (value === undefined) {
    throw new Error('There is nothing to choose from.');
  }
  return value;
}
