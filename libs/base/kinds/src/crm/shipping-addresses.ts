import { email, flag, phone, requiredCountry, text } from '@rapport/members';
import { customers } from './customers.ts';
import { kind } from './kind/kind.ts';
import { requiredReference, seenNameOf } from './kind/relations.ts';

/** Addresses where a customer gets its goods. A caller that sees the customer sees them, and they go with it. */
export const shippingAddresses = kind({
  resource: { name: 'shipping_addresses', number: 8, table: 'shipping_address' },
  called: { one: 'a shipping address', many: 'shipping addresses' },
  about: 'Where customers get their goods.',
  seenBy: { parent: customers, member: 'customerId' },
  members: {
    customerId: requiredReference(customers).describe('It does not change.'),
    customerName: seenNameOf('customerId', 'the customer'),
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
    countryCode: requiredCountry(),
    deliveryNote: text(4_000),
    isDefault: flag(false).describe('True moves the default of the customer here; false leaves it where it is.'),
    isActive: flag(true),
  },
  search: {
    words: ['title', 'city', 'recipientName'],
    filters: ['customerId', 'isDefault', 'isActive', 'countryCode'],
    sorts: ['title'],
  },
});
