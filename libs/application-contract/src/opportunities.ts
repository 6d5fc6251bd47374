import * as kinds from '@rapport/kinds';
import { customisedGroup } from './record-group.ts';
import { reasonedStateEndpoint } from './state-endpoint.ts';
import { holding } from './user-access.ts';

export const opportunities = customisedGroup(kinds.opportunities, { group: 'opportunity', singular: 'Opportunity' });

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
      states: kinds.opportunityStages,
      summary: 'Bring an opportunity to a stage; from a closed one to an open one it takes opportunity.reopen too',
    },
    'stage',
  ),
};
