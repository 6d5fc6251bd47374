export { OrderAddresses, type OrderAddress } from './order-addresses.ts';
export { ShippingAddressService, type ShippingAddressColumns } from './shipping-address-service.ts';
