import * as kinds from '@rapport/kinds';
import { exampleAddress, exampleIds } from './example-records.ts';
import { publicResource } from './public-resource.ts';

export const contacts = publicResource(kinds.contacts, {
  singular: 'Contact',
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
