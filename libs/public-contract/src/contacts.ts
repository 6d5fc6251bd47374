import { date, derived, email, flag, phone, reference, text } from '@rapport/http-contract/members';
import { address } from './address.ts';
import { exampleAddress, exampleIds } from './example-records.ts';
import { publicResource } from './public-resource.ts';

export const contacts = publicResource({
  name: 'contacts',
  singular: 'Contact',
  members: {
    customerId: reference(),
    customerName: derived('The name of the customer; null where the client may not see it.'),
    firstName: text(200),
    lastName: text(200).required(),
    jobTitle: text(200),
    department: text(200),
    email: email(),
    phone: phone(),
    mobilePhone: phone(),
    isPrimary: flag(false),
    birthDate: date(),
    address: address(),
    doNotCall: flag(false),
    emailOptOut: flag(false),
    description: text(4000),
  },
  example: {
    id: exampleIds.contacts,
    customerId: exampleIds.customers,
    customerName: 'Analytical Engines Ltd',
    firstName: 'Ada',
    lastName: 'Lovelace',
    jobTitle: 'Countess',
    department: 'Notes',
    email: 'ada@engines.example',
    phone: '+44 20 7946 0001',
    mobilePhone: '+44 7700 900001',
    isPrimary: true,
    birthDate: '1985-12-10',
    address: exampleAddress,
    doNotCall: false,
    emailOptOut: false,
    description: 'Knows every note of the engine.',
  },
});
