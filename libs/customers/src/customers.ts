import { address, choice, code, defineRecords, flag, reference, requiredText, text } from '@rapport/records';

export const customers = defineRecords({
  resource: { name: 'customers', number: 1, table: 'customer' },
  columns: {
    code: code('C-'),
    name: requiredText(),
    customerType: choice('customer'),
    email: text(),
    phone: text(),
    website: text(),
    taxNumber: text(),
    taxOffice: text(),
    industry: text(),
    currency: text(),
    customerGroupId: reference({ table: 'customer_group', noun: 'customer group' }),
    isActive: flag(true),
    address: address(),
    description: text(),
  },
});
