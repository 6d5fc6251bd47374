import * as kinds from '@rapport/kinds';
import { customisedGroup } from './record-group.ts';

export const contacts = customisedGroup(kinds.contacts, {
  group: 'contact',
  singular: 'Contact',
  shortcuts: {
    customerId: { field: 'customerId', operator: 'eq' },
    email: { field: 'email', operator: 'eq' },
  },
});

export const contactContract = {
  createContact: contacts.create,
  updateContact: contacts.update,
  getContact: contacts.get,
  deleteContact: contacts.delete,
  searchContact: contacts.search,
};
