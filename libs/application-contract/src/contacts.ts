import { byFlag, byId, byText, commonFilters, commonSorts, searchRequest } from '@rapport/http-contract';
import { contactMembers } from '@rapport/record-contract';
import { customisedGroup } from './record-group.ts';

const search = searchRequest('SearchContactRequest', {
  filters: {
    ...commonFilters,
    customerId: byId().orNull(),
    email: byText().orNull(),
    lastName: byText(),
    ownerUserId: byId(),
    isPrimary: byFlag(),
  },
  sorts: [...commonSorts, 'lastName'],
  sortedBy: 'lastModifiedOnUtc',
  text: ['firstName', 'lastName', 'email', 'phone', 'mobilePhone'],
  shortcuts: {
    customerId: { field: 'customerId', operator: 'eq' },
    email: { field: 'email', operator: 'eq' },
  },
});

export const contacts = customisedGroup({
  group: 'contact',
  singular: 'Contact',
  called: { one: 'a contact', many: 'contacts' },
  resource: 'contacts',
  members: contactMembers,
  search,
});

export const contactContract = {
  createContact: contacts.create,
  updateContact: contacts.update,
  getContact: contacts.get,
  deleteContact: contacts.delete,
  searchContact: contacts.search,
};
