import { shippingAddressContract } from '@rapport/application-contract';
import { implement } from '@rapport/http-contract';
import type { OrderAddresses, ShippingAddressColumns, ShippingAddressService } from '@rapport/shipping-addresses';
import type { ManagedRecords } from '@rapport/records';
import type { ApplicationContext } from '../guards.ts';
import { recordHandlers, recordKeyOf } from './record-handlers.ts';

export function shippingAddressRoutes(
  store: ManagedRecords<ShippingAddressColumns>,
  addresses: ShippingAddressService,
  orders: OrderAddresses,
) {
  const { get, search } = recordHandlers(store);
  return implement(shippingAddressContract)<ApplicationContext>({
    createCustomerShippingAddress: async (context, request) => {
      const { result, isReplayed } = await addresses.create(context, request.body, recordKeyOf(request));
      const headers = { etag: result.etag, ...(isReplayed && { 'idempotency-replayed': 'true' as const }) };
      return { status: 200, body: result.id, headers };
    },
    updateCustomerShippingAddress: async (context, { body, headers }) => {
      const { id, etag } = await addresses.update(context, body.id, body, headers['if-match']);
      return { status: 200, body: id, headers: { etag } };
    },
    getCustomerShippingAddress: get,
    searchCustomerShippingAddress: search,
    setDefaultCustomerShippingAddress: async (context, { params }) => {
      await addresses.setDefault(context, params.id);
      return { status: 200, body: true };
    },
    deleteCustomerShippingAddress: async (context, { params, headers }) => {
      await addresses.delete(context, params.id, headers['if-match']);
      return { status: 200, body: true };
    },
    getDefaultCustomerShippingAddress: async (context, { params }) => ({
      status: 200,
      body: await orders.defaultOf(context, params.customerId),
    }),
  });
}
