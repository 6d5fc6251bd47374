import type { KeptItemType } from '@rapport/records';

/** The source of a write: an API, a batch of the public one, a lead's conversion, or the worker that sends mails. */
export type Surface = 'application' | 'public' | 'batch' | 'conversion' | 'sending';

/** The surfaces that can cause an item, for each type of item. */
export const itemCauses: Readonly<Record<KeptItemType, readonly Surface[]>> = {
  customerCreated: ['application', 'public', 'batch', 'conversion'],
  customerUpdated: ['application', 'public', 'batch', 'conversion'],
  contactAdded: ['application', 'public', 'batch', 'conversion'],
  activity: ['application', 'conversion'],
  activityStatusChanged: ['application'],
  leadConverted: ['conversion'],
  opportunityCreated: ['application', 'public', 'batch', 'conversion'],
  // The public API shows stages and changes none.
  opportunityStageChanged: ['application'],
  campaignMemberAdded: ['application'],
  campaignResponse: ['application'],
  marketingEmail: ['sending'],
  shippingAddressChanged: ['application'],
  note: ['application', 'conversion'],
  customerDeleted: ['application', 'public'],
};
