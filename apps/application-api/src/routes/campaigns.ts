import { campaignContract } from '@rapport/application-contract';
import { implement } from '@rapport/http-contract';
import type { campaigns } from '@rapport/crm-records';
import type { ManagedRecords } from '@rapport/records';
import type { ApplicationContext } from '../guards.ts';
import { recordHandlers } from './record-handlers.ts';

export function campaignRoutes(records: ManagedRecords<typeof campaigns.columns>) {
  const { create, update, get, remove, search } = recordHandlers(records);

  const routes = implement(campaignContract)<ApplicationContext>({
    createCampaign: create,
    updateCampaign: update,
    getCampaign: get,
    deleteCampaign: remove,
    searchCampaign: search,
  });
  return routes;
}
