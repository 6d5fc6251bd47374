import * as kinds from '@rapport/kinds';
import { customisedGroup } from './record-group.ts';
import { reasonedStateEndpoint } from './state-endpoint.ts';
import { holding } from './user-access.ts';

export const leads = customisedGroup(kinds.leads, {
  group: 'lead',
  singular: 'Lead',
  updateConflicts: ['lead_converted'],
  shortcuts: {
    status: { field: 'status', operator: 'in' },
    source: { field: 'source', operator: 'in' },
    ownerUserId: { field: 'ownerUserId', operator: 'eq' },
  },
});

export const leadContract = {
  createLead: leads.create,
  updateLead: leads.update,
  getLead: leads.get,
  deleteLead: leads.delete,
  searchLead: leads.search,
  setLeadStatus: reasonedStateEndpoint(
    {
      group: 'lead',
      singular: 'Lead',
      access: holding('leads.write', 'write'),
      states: kinds.leadStatuses,
      summary: 'Bring a lead into a status; only a conversion makes it converted',
      errors: ['lead_converted'],
    },
    'status',
  ),
};
