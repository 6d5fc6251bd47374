import type { Route } from '@rapport/http-contract';
import type { ApplicationContext } from '../guards.ts';
import type { RecordServices } from '../record-services.ts';
import { campaignMemberRoutes } from './campaign-members.ts';
import { customerGroupRoutes } from './customer-groups.ts';
import { customerTimelineRoutes } from './customer-timeline.ts';
import { leadConversionRoutes } from './lead-conversion.ts';
import { marketingEmailRoutes } from './marketing-emails.ts';
import { shippingAddressRoutes } from './shipping-addresses.ts';

/** The operations of records without owners, and of what changes several records at once. */
export function serviceRoutes(services: RecordServices): Route<ApplicationContext>[] {
  const { groups, addressStore, addresses, orderAddresses, members, memberList, mailStore, mails } = services;
  return [
    ...customerGroupRoutes(groups),
    ...shippingAddressRoutes(addressStore, addresses, orderAddresses),
    ...campaignMemberRoutes(members, memberList),
    ...customerTimelineRoutes(services.timeline),
    ...leadConversionRoutes(services.conversion),
    ...marketingEmailRoutes(mailStore, mails),
  ];
}
