import { customers } from '@rapport/customers';
import { sentTextOf, type SentText, type Statement } from '@rapport/database';
import * as contract from '@rapport/public-contract';
import { storeStatements } from '@rapport/records/statements';
import { synchronised } from '@rapport/synchronised';
import { Pool } from 'undici';
import type { BenchTenant } from './bench-tenants.ts';
import type { LoadRequest } from './load.ts';

/** What the product sends for customers, before it names a tenant. */
export const customerStatements = storeStatements(customers, contract.customers, synchronised);

/** The text of a statement for a tenant, word for word as the product sends it. */
export function statementOf({ schema }: BenchTenant, statement: Statement): SentText {
  return sentTextOf(statement, Number(schema.slice(1)));
}

/** A customer with every member set. */
export function customerBody(number: number): Record<string, unknown> {
  return {
    name: `Lindqvist & Söner Industri AB ${number}`,
    customerType: 'customer',
    email: `accounts.${number}@lindqvist.example`,
    phone: '+46 8 123 45 67',
    website: 'https://www.lindqvist.example',
    taxNumber: 'SE556677889901',
    taxOffice: 'Stockholm 4',
    industry: 'Manufacturing',
    currency: 'SEK',
    address: { line1: 'Hornsgatan 12', line2: 'Floor 3', city: 'Stockholm', postalCode: '118 20', countryCode: 'SE' },
    description:
      'Met at the fair in spring; wants an offer for three sites, and a call before the summer holidays begin.',
    externalId: `ERP-${String(number).padStart(8, '0')}`,
  };
}

/** A tenant with the customers that were made in it. */
export interface FilledTenant extends BenchTenant {
  readonly customers: readonly string[];
}

const connections = 16;

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
      const { method, path, headers, body } = createRequest(tenant.token, wanted.length);
      const answer = await pool.request({ method, path, headers: headers ?? {}, body: body ?? null });
      const text = await answer.body.text();
      if (answer.statusCode !== 201) {
        throw new Error(`A customer was refused with ${answer.statusCode}: ${text}`);
      }
      tenant.customers.push((JSON.parse(text) as { id: string }).id);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  await pool.close();
  return filled;
}

/** Makes customers in one tenant, and gives their ids. */
export async function createCustomers(origin: string, tenant: BenchTenant, count: number): Promise<readonly string[]> {
  const [filled] = await fillTenants(origin, [tenant], count);
  return filled?.customers ?? [];
}

/** The request that makes the customer with this number; each customer of a tenant has its own. */
export function createRequest(token: string, number: number): LoadRequest {
  return {
    method: 'POST',
    path: '/api/v1/customers',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(customerBody(number)),
  };
}
