import { customerDefinition } from '@rapport/customers';
import { prepareForTenant, type Prepared, type Statement } from '@rapport/database';
import { publicCustomer } from '@rapport/public-api/routes';
import { storeStatements } from '@rapport/records/statements';
import { Pool } from 'undici';
import type { BenchTenant } from './bench-tenants.ts';

/** What the product sends for customers, before it names a tenant. */
export const customerStatements = storeStatements(customerDefinition, publicCustomer);

/** The same for a tenant, word for word. */
export function statementOf({ schema }: BenchTenant, statement: Statement): Prepared {
  return prepareForTenant(statement, Number(schema.slice(1)));
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

const connections = 8;

/** Makes customers through the API and gives their ids. */
export async function createCustomers(origin: string, tenant: BenchTenant, count: number): Promise<string[]> {
  const pool = new Pool(origin, { connections });
  const ids: string[] = [];
  let number = 0;
  const worker = async (): Promise<void> => {
    while (number < count) {
      number += 1;
      const { statusCode, body } = await pool.request({
        method: 'POST',
        path: '/api/v1/customers',
        headers: { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(customerBody(number)),
      });
      const text = await body.text();
      if (statusCode !== 201) throw new Error(`A customer was refused with ${statusCode}: ${text}`);
      ids.push((JSON.parse(text) as { id: string }).id);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  await pool.close();
  return ids;
}
