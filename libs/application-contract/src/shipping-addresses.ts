import {
  byFlag,
  byId as byIdFilter,
  byText,
  commonFilters,
  commonSorts,
  endpoint,
  idParameter,
  requiredCountry,
  requiredId,
  searchAnswer,
  searchRequest,
} from '@rapport/http-contract';
import { derived, email, flag, Member, phone, shownMembers, takenMembers, text } from '@rapport/http-contract/members';
import { z } from 'zod';
import { etagHeader } from './answers.ts';
import { byId, crudEndpoints, deleteEndpoint, stepEndpoint } from './crud-endpoints.ts';
import { keysOf } from './record-group.ts';
import { recordTimes } from './record-times.ts';
import { holding } from './user-access.ts';

const members = {
  customerId: new Member(z.uuid(), requiredId()).describe('It does not change.'),
  customerName: derived('The name of the customer.'),
  title: text(100).required(),
  recipientName: text(200),
  phone: phone(),
  email: email(),
  addressLine1: text(200).required(),
  addressLine2: text(200),
  district: text(200),
  city: text(200).required(),
  state: text(200),
  postalCode: text(200),
  countryCode: new Member(z.string(), requiredCountry()),
  deliveryNote: text(4_000),
  isDefault: flag(false).describe('True moves the default of the customer here; false leaves it where it is.'),
  isActive: flag(true),
  ...recordTimes,
};

const search = searchRequest('SearchCustomerShippingAddressRequest', {
  filters: {
    ...commonFilters,
    customerId: byIdFilter(),
    isDefault: byFlag(),
    isActive: byFlag(),
    countryCode: byText(),
  },
  sorts: [...commonSorts, 'title'],
  sortedBy: 'lastModifiedOnUtc',
  text: ['title', 'city', 'recipientName'],
  shortcuts: { customerId: { field: 'customerId', operator: 'eq' } },
});

const reads = holding('customers.read', 'read');
const group = {
  group: 'customer-shipping-address',
  singular: 'CustomerShippingAddress',
  called: { one: 'a shipping address', many: 'shipping addresses' },
  access: holding('customers.write', 'write'),
} as const;

const crud = crudEndpoints({ ...group, members, reads, writes: group.access, search }, byId);
export const shippingAddress = z
  .object({ id: z.uuid(), ...shownMembers(members) })
  .meta({ id: 'CustomerShippingAddressDto' });

/** What their store has of addresses on this surface. */
export const shippingAddresses = {
  answers: 'id',
  shows: keysOf(shippingAddress.shape),
  items: keysOf(shippingAddress.shape),
  writes: keysOf(takenMembers(members)),
} as const;

const forOrder = z
  .object({
    id: z.uuid(),
    ...shownMembers(members),
    customerCode: z.string(),
    customerName: z.string(),
    formattedAddress: z.string().describe('The lines of the address, with a line feed between them.'),
  })
  .meta({ id: 'CustomerOrderShippingAddressDto' });

const common = { access: reads, tags: [group.group], envelope: 'apiResult' } as const;

/** Where customers get their goods. One address of a customer is the default. */
export const shippingAddressContract = {
  createCustomerShippingAddress: crud.create,
  updateCustomerShippingAddress: crud.update,
  getCustomerShippingAddress: endpoint({
    ...common,
    operationId: 'getCustomerShippingAddress',
    method: 'get',
    path: '/api/v1/customer-shipping-address/get/{id}',
    summary: 'Get a shipping address',
    params: z.object({ id: idParameter() }),
    success: { status: 200, body: shippingAddress, headers: etagHeader },
    errors: [],
  }),
  searchCustomerShippingAddress: endpoint({
    ...common,
    operationId: 'searchCustomerShippingAddress',
    method: 'post',
    path: '/api/v1/customer-shipping-address/search',
    summary: 'Search shipping addresses by filters, text and sort, page by page',
    body: search,
    success: { status: 200, body: searchAnswer('CustomerShippingAddressDto', shippingAddress) },
    errors: ['page_out_of_range'],
  }),
  setDefaultCustomerShippingAddress: stepEndpoint(group, 'set-default', byId, 'Make this address the default'),
  deleteCustomerShippingAddress: deleteEndpoint(group, group.access, []),
  getDefaultCustomerShippingAddress: endpoint({
    ...common,
    operationId: 'getDefaultCustomerShippingAddress',
    method: 'get',
    path: '/api/v1/customer-shipping-address/by-customer/{customerId}/default',
    summary: 'Get the default address of a customer, for an order',
    params: z.object({ customerId: idParameter() }),
    success: { status: 200, body: forOrder },
    errors: [],
  }),
};
