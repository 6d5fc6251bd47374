import { contacts, customers, leads, opportunities, recordKinds } from '@rapport/crm-records';
import { sentTextOf, type Statement } from '@rapport/database';
import * as contract from '@rapport/public-contract';
import { storeStatements, type StoreStatements } from '@rapport/records/statements';
import type { BenchTenant } from '../bench-tenants.ts';
import type { BenchText } from './bench-text.ts';
import type { ResourceName } from './bodies.ts';

/** The product's statements for each resource, before it names a tenant. */
export const statementsOf: Readonly<Record<ResourceName, StoreStatements>> = {
  customers: storeStatements(customers, contract.resources.customers, recordKinds),
  contacts: storeStatements(contacts, contract.resources.contacts, recordKinds),
  leads: storeStatements(leads, contract.resources.leads, recordKinds),
  opportunities: storeStatements(opportunities, contract.resources.opportunities, recordKinds),
};

/** The text of a statement for a tenant, word for word as the product sends it. */
export function sentText({ schema }: Pick<BenchTenant, 'schema'>, statement: Statement): BenchText {
  return { ...sentTextOf(statement, Number(schema.slice(1))), names: statement.names };
}
