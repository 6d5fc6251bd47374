import { keysOf } from '@rapport/kernel';
import { sourceOfItem, type TimelineSource } from '@rapport/kinds';
import { timelineEnd, type KeptItemType } from '@rapport/records';

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
export function hiddenTypes(permissions: readonly string[]): KeptItemType[] {
  return [timelineEnd, ...keysOf(sourceOfItem).filter((type) => !permissions.includes(neededFor[sourceOfItem[type]]))];
}
