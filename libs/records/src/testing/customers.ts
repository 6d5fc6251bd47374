import { booleanColumn, idColumn, jsonColumn, textColumn } from '../column.ts';
import type { RecordDefinition, RecordInput, Resource } from '../resource.ts';
import type { Shape } from '../shape.ts';

/** The resource that the tests of this lib write and read: the table is the tenants' own. */
export const customerResource: Resource = {
  name: 'customers',
  number: 1,
  table: 'customer',
  path: '/api/v1/customers',
};

const columns = {
  code: textColumn('code', { kept: true }),
  name: textColumn('name'),
  customerType: textColumn('customer_type', { default: 'customer' }),
  email: textColumn('email'),
  taxNumber: textColumn('tax_number'),
  currency: textColumn('currency'),
  customerGroupId: idColumn('customer_group_id'),
  isActive: booleanColumn('is_active', { default: true }),
  address: jsonColumn<{ line1: string | null; city: string | null }>('address'),
  description: textColumn('description'),
};

export type CustomerColumns = typeof columns;
export type CustomerInput = RecordInput<CustomerColumns>;

export const customerDefinition: RecordDefinition<CustomerColumns> = {
  resource: customerResource,
  columns,
  code: { column: 'code', sequence: 'customer_code', prefix: 'C-', constraint: 'customer_code_unique' },
  references: [{ column: 'customerGroupId', exists: 'false', message: 'is not a customer group of this tenant' }],
  unique: [
    { constraint: 'customer_code_unique', code: 'code_conflict', detail: 'The code is taken; send another one.' },
  ],
};

export const customerShape: Shape<CustomerColumns> = {
  id: 'id',
  code: 'code',
  name: 'name',
  customerType: 'customerType',
  email: 'email',
  taxNumber: 'taxNumber',
  currency: 'currency',
  customerGroupId: 'customerGroupId',
  ownerUserId: 'ownerUserId',
  isActive: 'isActive',
  address: 'address',
  description: 'description',
  externalId: 'externalId',
  customFields: { constant: [] },
  createdOnUtc: 'createdOn',
  lastModifiedOnUtc: 'lastModifiedOn',
};

/** A customer as its client is shown it, parsed. */
export interface Customer {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly email: string | null;
  readonly description: string | null;
  readonly ownerUserId: string | null;
  readonly externalId: string | null;
  readonly createdOnUtc: string;
  readonly lastModifiedOnUtc: string;
}
