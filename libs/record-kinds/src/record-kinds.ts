import { activities } from '@rapport/activities';
import { campaignMembers } from '@rapport/campaign-members';
import { campaigns } from '@rapport/campaigns';
import { customerGroups } from '@rapport/customers';
import { marketingEmails } from '@rapport/marketing-email';
import type { RecordDefinition } from '@rapport/records';
import { shippingAddresses } from '@rapport/shipping-addresses';
import { synchronised } from '@rapport/synchronised';

/**
 * Every kind of record, whichever surface has it. From it follow which records refer to which, what follows an owner
 * into another team, and what the worker takes to the feed table.
 */
export const recordKinds: readonly RecordDefinition[] = [
  ...synchronised,
  activities,
  campaigns,
  customerGroups,
  shippingAddresses,
  campaignMembers,
  marketingEmails,
];
