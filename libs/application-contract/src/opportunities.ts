import { byDate, byEnum, byId, byNumber, commonFilters, commonSorts, searchRequest } from '@rapport/http-contract';
import { dateTime, derived, enumChoice, enumChoiceOr, readOnly, text } from '@rapport/http-contract/members';
import { opportunityStages } from '@rapport/kinds';
import { opportunityMembers, opportunityRules } from '@rapport/record-contract';
import { customisedGroup } from './record-group.ts';
import { reasonedStateEndpoint } from './state-endpoint.ts';
import { holding } from './user-access.ts';

const search = searchRequest('SearchOpportunityRequest', {
  filters: {
    ...commonFilters,
    stage: byEnum(opportunityStages),
    customerId: byId().orNull(),
    contactId: byId().orNull(),
    leadId: byId().orNull(),
    ownerUserId: byId(),
    amount: byNumber().orNull(),
    expectedCloseDate: byDate().orNull(),
  },
  sorts: [...commonSorts, 'name', 'amount', 'expectedCloseDate'],
  sortedBy: 'lastModifiedOnUtc',
  text: ['name'],
  shortcuts: {},
});

export const opportunities = customisedGroup({
  group: 'opportunity',
  singular: 'Opportunity',
  called: { one: 'an opportunity', many: 'opportunities' },
  resource: 'opportunities',
  members: {
    ...opportunityMembers({ choice: enumChoice, choiceOr: enumChoiceOr }),
    campaignName: derived('The name of the campaign; null where the caller may not see it.'),
    lostReason: text(500),
    closedOnUtc: readOnly(dateTime().nullable()),
  },
  rules: opportunityRules,
  search,
});

export const opportunityContract = {
  createOpportunity: opportunities.create,
  updateOpportunity: opportunities.update,
  getOpportunity: opportunities.get,
  deleteOpportunity: opportunities.delete,
  searchOpportunity: opportunities.search,
  setOpportunityStage: reasonedStateEndpoint(
    {
      group: 'opportunity',
      singular: 'Opportunity',
      access: holding('opportunities.write', 'write'),
      states: opportunityStages,
      summary: 'Bring an opportunity to a stage; from a closed one to an open one it takes opportunity.reopen too',
    },
    'stage',
  ),
};
