import { kinds, synchronisedNames } from '@rapport/kinds';
import type { RecordDefinition } from '@rapport/records';
import { activities } from './activities.ts';
import { campaignMembers } from './campaign-members.ts';
import { campaigns } from './campaigns.ts';
import { contacts } from './contacts.ts';
import { customerGroups } from './customers/customer-groups.ts';
import { customers } from './customers/customers.ts';
import { leads } from './leads.ts';
import { marketingEmails } from './marketing-emails.ts';
import { opportunities } from './opportunities.ts';
import { shippingAddresses } from './shipping-addresses.ts';

/** The records of every kind, whichever surface has it. */
export const records = {
  customers,
  contacts,
  leads,
  opportunities,
  activities,
  campaigns,
  customerGroups,
  shippingAddresses,
  campaignMembers,
  marketingEmails,
} satisfies Readonly<Record<keyof typeof kinds, RecordDefinition>>;

/**
 * From them follow which records refer to which, what follows an owner into another team, and what the worker takes to
 * the feed table.
 */
export const recordKinds: readonly RecordDefinition[] = Object.values(records);

/** The resources whose records a plan limits. */
export const countedResources = recordKinds.map(({ resource }) => resource).filter(({ isCounted }) => isCounted);

/** Everything that clients synchronise: the records of the public API, which alone are read from feeds. */
export const synchronised: readonly RecordDefinition[] = synchronisedNames.map((name) => records[name]);
