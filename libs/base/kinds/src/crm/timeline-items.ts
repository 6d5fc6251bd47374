import { keysOf } from '@rapport/kernel';
import { namedList } from '@rapport/members/fields';

export const timelineSources = namedList('TimelineSourceType', [
  'customer',
  'contact',
  'lead',
  'opportunity',
  'activity',
  'campaign',
  'marketingEmail',
  'shippingAddress',
]);

export type TimelineSource = (typeof timelineSources)[number];

/** The source that items of a type are about. The number of a type is its position: new ones come last. */
export const sourceOfItem = {
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
} as const satisfies Readonly<Record<string, TimelineSource>>;

/** The types of the items that callers see. */
export const timelineItemTypes = namedList('TimelineItemType', keysOf(sourceOfItem));

export type TimelineItemType = (typeof timelineItemTypes)[number];
