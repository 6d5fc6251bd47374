import { byEnum, byId, byText, commonFilters, commonSorts, searchRequest } from '@rapport/http-contract';
import { dateTime, derived, enumChoice, enumChoiceOr, readOnly, text } from '@rapport/http-contract/members';
import { leadStatuses } from '@rapport/kinds';
import { leadMembers, leadRatings, leadRules, sources } from '@rapport/record-contract';
import { z } from 'zod';
import { customisedGroup } from './record-group.ts';
import { reasonedStateEndpoint } from './state-endpoint.ts';
import { holding } from './user-access.ts';

const search = searchRequest('SearchLeadRequest', {
  filters: {
    ...commonFilters,
    status: byEnum(leadStatuses),
    source: byEnum(sources).orNull(),
    ownerUserId: byId(),
    rating: byEnum(leadRatings).orNull(),
    campaignId: byId().orNull(),
    email: byText().orNull(),
    companyName: byText().orNull(),
  },
  sorts: [...commonSorts, 'companyName', 'lastName'],
  sortedBy: 'lastModifiedOnUtc',
  text: ['firstName', 'lastName', 'companyName', 'email', 'phone', 'mobilePhone'],
  shortcuts: {
    status: { field: 'status', operator: 'in' },
    source: { field: 'source', operator: 'in' },
    ownerUserId: { field: 'ownerUserId', operator: 'eq' },
  },
});

const convertedInto = readOnly(z.uuid().nullable().describe('Null where the lead is not converted, or it is gone.'));

export const leads = customisedGroup({
  group: 'lead',
  singular: 'Lead',
  called: { one: 'a lead', many: 'leads' },
  resource: 'leads',
  members: {
    ...leadMembers({ choice: enumChoice, choiceOr: enumChoiceOr }),
    campaignName: derived('The name of the campaign; null where the caller may not see it.'),
    lostReason: text(500),
    convertedOnUtc: readOnly(dateTime().nullable()),
    convertedCustomerId: convertedInto,
    convertedContactId: convertedInto,
    convertedOpportunityId: convertedInto,
  },
  rules: leadRules,
  updateConflicts: ['lead_converted'],
  search,
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
      states: leadStatuses,
      summary: 'Bring a lead into a status; only a conversion makes it converted',
      errors: ['lead_converted'],
    },
    'status',
  ),
};
