import type { RecordDefinition } from '@rapport/records';
import { activities } from './activities.ts';
import { campaignMembers } from './campaign-members.ts';
import { campaigns } from './campaigns.ts';
import { customerGroups } from './customers/customer-groups.ts';
import { marketingEmails } from './marketing-emails.ts';
import { shippingAddresses } from './shipping-addresses.ts';
import { synchronised } from './synchronised.ts';

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
