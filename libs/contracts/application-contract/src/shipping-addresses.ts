import { keysOf } from '@rapport/kernel';
import { endpoint, searchAnswer } from '@rapport/http-contract';
import { shownMembers, takenByNumber, takenMembers } from '@rapport/members';
import { kinds } from '@rapport/kinds';
import { idParameter } from '@rapport/members/fields';
import { z } from 'zod';
import { etagHeader } from './answers.ts';
import { byId, crudEndpoints, deleteEndpoint, stepEndpoint } from './crud-endpoints.ts';
import { kindSearch } from './kind-search.ts';
import { recordTimes } from './record-times.ts';
import { holding } from './user-access.ts';

const { called } = kinds.shippingAddresses;
const members = { ...takenByNumber(kinds.shippingAddresses.members), ...recordTimes };

const search = kindSearch(kinds.shippingAddresses, 'CustomerShippingAddress', {
  customerId: { field: 'customerId', operator: 'eq' },
});

const reads = holding('customers.read', 'read');
const group = {
  group: 'customer-shipping-address',
  singular: 'CustomerShippingAddress',
  called,
  access: holding('customers.write', 'write'),
} as const;

const crud = crudEndpoints({ ...group, members, reads, writes: group.access, search }, byId);
export const shippingAddress = z
  .object({ id: z.uuid(), ...shownMembers(members) })
  .meta({ id: 'CustomerShippingAddressDto' });

/** The members of addresses on this surface, for their store. */
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

/** Customers get their goods there. One address of a customer is the default. */
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
