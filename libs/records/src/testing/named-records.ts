import { choice, integerBy, namedReference, requiredText, text } from '../column.ts';
import { defineRecords, type RecordDefinition } from '../definition.ts';

/** Resources whose records show names of each other, with the columns that matter for it. The tables are the tenants'. */
export const namedCustomers = defineRecords({
  resource: { name: 'customers', number: 1, table: 'customer' },
  columns: { name: requiredText() },
});

export const namedContacts = defineRecords({
  resource: { name: 'contacts', number: 2, table: 'contact' },
  columns: { customerId: namedReference(namedCustomers, 'customerName'), firstName: text(), lastName: requiredText() },
});

export const namedLeads = defineRecords({
  resource: { name: 'leads', number: 3, table: 'lead' },
  columns: { firstName: text(), lastName: text(), companyName: text() },
});

export const namedOpportunities = defineRecords({
  resource: { name: 'opportunities', number: 4, table: 'opportunity' },
  columns: {
    name: requiredText(),
    customerId: namedReference(namedCustomers, 'customerName'),
    contactId: namedReference(namedContacts, 'contactName'),
    leadId: namedReference(namedLeads, 'leadName'),
    stage: choice('prospecting'),
    probability: integerBy({ column: 'stage', values: { prospecting: 10 } }),
  },
});

export const namedRecords: readonly RecordDefinition[] = [
  namedCustomers,
  namedContacts,
  namedLeads,
  namedOpportunities,
];
