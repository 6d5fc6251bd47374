import {
  currencyField,
  emailField,
  externalIdField,
  keptId,
  keptText,
  optionalId,
  optionalText,
  requestBody,
  requiredText,
  websiteField,
} from '@rapport/http-contract';
import { z } from 'zod';
import { address, addressBody } from './address.ts';
import { customFieldsField, customFieldValue } from './custom-fields.ts';
import { resourceEndpoints } from './resource-endpoints.ts';

const customerType = z.enum(['customer', 'supplier', 'customerAndSupplier', 'prospect']);

/** A customer as every answer shows it. */
export const customer = z
  .object({
    id: z.uuid(),
    code: z.string(),
    name: z.string(),
    customerType,
    email: z.string().nullable(),
    phone: z.string().nullable(),
    website: z.string().nullable(),
    taxNumber: z.string().nullable(),
    taxOffice: z.string().nullable(),
    industry: z.string().nullable(),
    currency: z.string().nullable(),
    customerGroupId: z.uuid().nullable(),
    ownerUserId: z.uuid(),
    isActive: z.boolean(),
    address: address.nullable(),
    description: z.string().nullable(),
    externalId: z.string().nullable().describe('The calling client’s own external id of this customer.'),
    customFields: z.array(customFieldValue),
    createdOnUtc: z.iso.datetime({ precision: 6 }),
    lastModifiedOnUtc: z.iso.datetime({ precision: 6 }),
  })
  .meta({ id: 'Customer' });

/** The body of a create and of a full update. */
export const customerBody = requestBody(
  'CustomerBody',
  {
    code: keptText(50).describe(
      'Unique in the tenant, whatever its case. A create without one gets a number such as C-000001.',
    ),
    name: requiredText(200),
    customerType: customerType.default('customer'),
    email: emailField(),
    phone: optionalText(50),
    website: websiteField(),
    taxNumber: optionalText(200),
    taxOffice: optionalText(200),
    industry: optionalText(200),
    currency: currencyField().describe('A code of ISO 4217.'),
    customerGroupId: optionalId(),
    ownerUserId: keptId().describe('An active user of the tenant. A create without one takes the acting user.'),
    isActive: z.boolean().default(true),
    address: addressBody,
    description: optionalText(4000),
    externalId: externalIdField().describe(
      'Your own id of this customer. Once set it cannot be changed, and null is a change.',
    ),
    customFields: customFieldsField().describe('Left out, the values are kept.'),
  },
  ['id', 'createdOnUtc', 'lastModifiedOnUtc'],
);

const endpoints = resourceEndpoints({
  resource: 'customers',
  singular: 'Customer',
  record: customer,
  body: customerBody,
  conflicts: ['code_conflict'],
});

export const customerContract = {
  listCustomers: endpoints.list,
  getCustomerByExternalId: endpoints.getByExternalId,
  getCustomer: endpoints.get,
  createCustomer: endpoints.create,
  updateCustomer: endpoints.update,
  deleteCustomer: endpoints.delete,
  listCustomerChanges: endpoints.changes,
};

export type Customer = z.output<typeof customer>;
export type CustomerBody = z.output<typeof customerBody>;
