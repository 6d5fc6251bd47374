import type { Route } from '@rapport/http-contract';
import type { ApplicationContext } from '../guards.ts';
import type { RecordStores } from '../record-stores.ts';
import { activityRoutes } from './activities.ts';
import { campaignRoutes } from './campaigns.ts';
import { contactRoutes } from './contacts.ts';
import { customerRoutes } from './customers.ts';
import { leadRoutes } from './leads.ts';
import { opportunityRoutes } from './opportunities.ts';

/** The operations of the records with owners. */
export function recordRoutes(stores: RecordStores): Route<ApplicationContext>[] {
  return [
    ...customerRoutes(stores.customers),
    ...contactRoutes(stores.contacts),
    ...leadRoutes(stores.leads),
    ...opportunityRoutes(stores.opportunities),
    ...activityRoutes(stores.activities),
    ...campaignRoutes(stores.campaigns),
  ];
}
