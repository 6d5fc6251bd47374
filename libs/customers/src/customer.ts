import {
  booleanColumn,
  idColumn,
  jsonColumn,
  textColumn,
  type RecordDefinition,
  type RecordInput,
  type Resource,
  type Shape,
} from '@rapport/records';

export interface CustomerAddress {
  readonly line1: string | null;
  readonly line2: string | null;
  readonly district: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly postalCode: string | null;
  readonly countryCode: string | null;
}

/** Customers, by the name that every surface gives them and the number that every log of changes does. */
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
  phone: textColumn('phone'),
  website: textColumn('website'),
  taxNumber: textColumn('tax_number'),
  taxOffice: textColumn('tax_office'),
  industry: textColumn('industry'),
  currency: textColumn('currency'),
  customerGroupId: idColumn('customer_group_id'),
  isActive: booleanColumn('is_active', { default: true }),
  address: jsonColumn<CustomerAddress>('address'),
  description: textColumn('description'),
};

/** What customers do not share with the records of other resources. */
export const customerDefinition: RecordDefinition<typeof columns> = {
  resource: customerResource,
  columns,
  code: { column: 'code', sequence: 'customer_code', prefix: 'C-', constraint: 'customer_code_unique' },
  references: [
    // No tenant has customer groups yet, so no id names one.
    { column: 'customerGroupId', exists: 'false', message: 'There is no customer group with this id.' },
  ],
  unique: [
    {
      constraint: 'customer_code_unique',
      code: 'code_conflict',
      detail:
        'Another customer has this code, whatever its case; choose another or leave it out to get a generated one.',
    },
  ],
};

export type CustomerInput = RecordInput<typeof columns>;
export type CustomerShape = Shape<typeof columns>;
