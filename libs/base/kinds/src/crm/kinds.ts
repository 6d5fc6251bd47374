import { keysOf } from '@rapport/kernel';
import { activities } from './activities.ts';
import { campaignMembers } from './campaign-members.ts';
import { campaigns } from './campaigns.ts';
import { contacts } from './contacts.ts';
import { customerGroups } from './customer-groups.ts';
import { customers } from './customers.ts';
import { leads } from './leads.ts';
import { marketingEmails } from './marketing-emails.ts';
import { opportunities } from './opportunities.ts';
import { shippingAddresses } from './shipping-addresses.ts';

/** The kinds that clients synchronise, those of the public API, which alone have feeds, scopes and custom fields. */
export const synchronisedKinds = byTheirNames({ customers, contacts, leads, opportunities });

export type SynchronisedKind = keyof typeof synchronisedKinds;

export const synchronisedNames = keysOf(synchronisedKinds);

/** The kinds that people alone work on, with permissions of their own. */
export const kindsOfPeople = { activities, campaigns, marketingEmails };

/** The kinds that people alone work on, with the permissions of what they belong to. */
const kindsOfOthers = { customerGroups, shippingAddresses, campaignMembers };

/** Every kind of record, whichever surface has it. */
export const kinds = { ...synchronisedKinds, ...kindsOfPeople, ...kindsOfOthers };

/** A kind under another name than its own does not compile. */
function byTheirNames<K extends { readonly [Name in keyof K]: { readonly resource: { readonly name: Name } } }>(
  named: K,
): K {
  return named;
}
