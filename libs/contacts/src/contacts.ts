import { customers } from '@rapport/customers';
import { address, date, defineRecords, email, flag, namedReference, requiredText, text } from '@rapport/records';

export const contacts = defineRecords({
  resource: { name: 'contacts', number: 2, table: 'contact', isCounted: true },
  columns: {
    customerId: namedReference(customers, 'customerName'),
    firstName: text(),
    lastName: requiredText(),
    jobTitle: text(),
    department: text(),
    email: email(),
    phone: text(),
    mobilePhone: text(),
    isPrimary: flag(false),
    birthDate: date(),
    address: address(),
    doNotCall: flag(false),
    emailOptOut: flag(false),
    description: text(),
  },
  search: { texts: ['firstName', 'lastName', 'email', 'phone', 'mobilePhone'], indexed: ['customerId', 'email'] },
  timeline: {
    customer: (row) => `${row}.customer_id`,
    title: (row) => `${row}.name`,
    rules: [{ on: ['created', { changed: 'customerId' }], itemType: 'contactAdded' }],
  },
});
