import { keysOf } from '@rapport/kernel';
import { timelineEnd, type TimelineItemType } from '@rapport/records';

/** The types of the items that callers see. */
export type ShownItemType = Exclude<TimelineItemType, typeof timelineEnd>;

export type TimelineSource =
  'customer' | 'contact' | 'lead' | 'opportunity' | 'activity' | 'campaign' | 'marketingEmail' | 'shippingAddress';

/** The source that items of a type are about. */
export const sourceOf: Readonly<Record<ShownItemType, TimelineSource>> = {
  customerCreated: 'customer',
  customerUpdated: 'customer',
  contactAdded: 'contact',
  activity: 'activity',
  activityStatusChanged: 'activity',
  leadConverted: 'lead',
  opportunityCreated: 'opportunity',
  opportunityStageChanged: 'opportunity',
  campaignMemberAdded: 'campaign',
  campaignResponse: 'campaign',
  marketingEmail: 'marketingEmail',
  shippingAddressChanged: 'shippingAddress',
  note: 'activity',
};

/** The permission without which a caller sees no item about a source. */
const neededFor: Readonly<Record<TimelineSource, string>> = {
  customer: 'customers.read',
  contact: 'contacts.read',
  lead: 'leads.read',
  opportunity: 'opportunities.read',
  activity: 'activities.read',
  campaign: 'campaigns.read',
  marketingEmail: 'marketingEmails.read',
  // An address is a part of its customer.
  shippingAddress: 'customers.read',
};

/** The types of the items that a caller with these permissions does not see. The end of a timeline is hidden from all. */
export function hiddenTypes(permissions: readonly string[]): TimelineItemType[] {
  return [timelineEnd, ...keysOf(sourceOf).filter((type) => !permissions.includes(neededFor[sourceOf[type]]))];
}
