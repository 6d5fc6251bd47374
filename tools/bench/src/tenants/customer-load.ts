import { Pool } from 'undici';
import type { BenchTenant } from '../core/bench-tenants.ts';
import { customerBody } from '../core/customers.ts';
import type { Contender } from '../core/interleave.ts';
import type { LoadRequest } from '../core/load.ts';

/** A tenant with the customers that were made in it. */
export interface FilledTenant extends BenchTenant {
  readonly customers: readonly string[];
}

export const operations = ['list', 'get', 'create'] as const;
export type Operation = (typeof operations)[number];

const connections = 16;
/** Behind the numbers of the customers that were there before. */
let created = 1_000_000;

/** Makes the same number of customers in each tenant, through the API. */
export async function fillTenants(
  origin: string,
  tenants: readonly BenchTenant[],
  customersEach: number,
): Promise<FilledTenant[]> {
  const pool = new Pool(origin, { connections });
  const filled = tenants.map((tenant) => ({ ...tenant, customers: [] as string[] }));
  const wanted = filled.flatMap((tenant) => Array.from({ length: customersEach }, () => tenant));
  const worker = async (): Promise<void> => {
    for (let tenant = wanted.pop(); tenant; tenant = wanted.pop()) {
      const { method, path, headers, body } = requestOf('create', tenant);
      const answer = await pool.request({ method, path, headers: headers ?? {}, body: body ?? null });
      const text = await answer.body.text();
      if (answer.statusCode !== 201) throw new Error(`A customer was refused with ${answer.statusCode}: ${text}`);
      tenant.customers.push((JSON.parse(text) as { id: string }).id);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  await pool.close();
  return filled;
}

/** One of the tenants at random, one of its customers at random. */
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
    case 'create': {
      const body = JSON.stringify(customerBody((created += 1)));
      return {
        method: 'POST',
        path: '/api/v1/customers',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
      };
    }
  }
}

function anyOf<T>(values: readonly T[]): T {
  const value = values[Math.floor(Math.random() * values.length)];
  if (value === undefined) throw new Error('There is nothing to choose from.');
  return value;
}
