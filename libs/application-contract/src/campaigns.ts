import { readOnly } from '@rapport/http-contract/members';
import * as kinds from '@rapport/kinds';
import { z } from 'zod';
import { recordGroup } from './record-group.ts';

export const campaigns = recordGroup(kinds.campaigns, {
  group: 'campaign',
  singular: 'Campaign',
  itemsAlone: { memberCount: readOnly(z.int()), respondedCount: readOnly(z.int()) },
  conflicts: ['code_conflict'],
  updateConflicts: ['hierarchy_cycle'],
  shortcuts: {
    status: { field: 'status', operator: 'in' },
    campaignType: { field: 'campaignType', operator: 'in' },
  },
});

export const campaignContract = {
  createCampaign: campaigns.create,
  updateCampaign: campaigns.update,
  getCampaign: campaigns.get,
  deleteCampaign: campaigns.delete,
  searchCampaign: campaigns.search,
};
