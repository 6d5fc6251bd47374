import { date, flag, keyedEmail, phone, text } from '@rapport/members';
import { address } from './members/address.ts';
import { customers } from './customers.ts';
import { exampleContact } from './examples/example-records.ts';
import { synchronisedKind } from './kind/kind.ts';
import { copiedNameOf, reference } from './kind/relations.ts';

export const contacts = synchronisedKind({
  resource: { name: 'contacts', number: 2, table: 'contact', isCounted: true },
  called: { one: 'a contact', many: 'contacts' },
  about: 'People, of customers or on their own.',
  members: {
    customerId: reference(customers),
    customerName: copiedNameOf('customerId', 'the customer'),
    firstName: text(200),
    lastName: text(200).required(),
    jobTitle: text(200),
    department: text(200),
    email: keyedEmail(),
    phone: phone(),
    mobilePhone: phone(),
    isPrimary: flag(false),
    birthDate: date(),
    address: address(),
    doNotCall: flag(false),
    emailOptOut: flag(false),
    description: text(4000),
  },
  search: {
    words: ['firstName', 'lastName', 'email', 'phone', 'mobilePhone'],
    filters: ['customerId', 'email', 'lastName', 'ownerUserId', 'isPrimary'],
    sorts: ['lastName'],
  },
  example: exampleContact,
});
