import { customers } from '@rapport/customers';
import { defineRecords, flag, requiredReference, requiredText, text } from '@rapport/records';

/** Where a customer gets its goods. A caller that sees the customer sees its addresses, and they go with it. */
export const shippingAddresses = defineRecords({
  resource: { name: 'shipping_addresses', number: 8, table: 'shipping_address' },
  columns: {
    customerId: requiredReference(customers, 'customerName'),
    title: requiredText(),
    recipientName: text(),
    phone: text(),
    email: text(),
    addressLine1: requiredText(),
    addressLine2: text(),
    district: text(),
    city: requiredText(),
    state: text(),
    postalCode: text(),
    countryCode: requiredText(),
    deliveryNote: text(),
    isDefault: flag(false),
    isActive: flag(true),
  },
  seenBy: { parent: customers, column: 'customer_id' },
  goesWith: ['customerId'],
  search: { texts: ['title', 'city', 'recipientName'], otherTexts: ['countryCode'], indexed: ['customerId'] },
  timeline: {
    customer: (row) => `${row}.customer_id`,
    title: (row) => `${row}.title`,
    rules: [{ on: ['created', 'changed', 'deleted'], itemType: 'shippingAddressChanged', showsChanges: true }],
  },
});
