import * as contract from '@rapport/application-contract';
import { CampaignMemberList, CampaignMemberService } from '@rapport/campaign-members';
import { customerGroups, marketingEmails, shippingAddresses } from '@rapport/crm-records';
import { LeadConversion } from '@rapport/lead-conversion';
import { MarketingEmailService, type MarketingEmailOptions } from '@rapport/marketing-email';
import { ManagedRecords, RecordTransactions, SteppedRecords, type RecordNeeds } from '@rapport/records';
import { OrderAddresses, ShippingAddressService } from '@rapport/shipping-addresses';
import { CustomerTimeline } from '@rapport/timeline';
import type { RecordStores } from './record-stores.ts';

export type RecordServices = ReturnType<typeof recordServices>;

/** The services of records without owners, and of what changes several records at once. */
export function recordServices(needs: RecordNeeds, stores: RecordStores, mailOptions: MarketingEmailOptions) {
  const { database } = needs;
  const transactions = new RecordTransactions(needs);
  const addressStore = new ManagedRecords(shippingAddresses, contract.shippingAddresses, needs);
  const mailStore = new SteppedRecords(marketingEmails, contract.marketingEmails, needs);
  return {
    groups: new ManagedRecords(customerGroups, contract.customerGroups, needs),
    addressStore,
    addresses: new ShippingAddressService(addressStore, transactions),
    orderAddresses: new OrderAddresses(database),
    members: new CampaignMemberService(transactions),
    mailStore,
    mails: new MarketingEmailService(mailStore, transactions, mailOptions),
    timeline: new CustomerTimeline(database),
    memberList: new CampaignMemberList(database, contract.campaignMemberItem),
    conversion: new LeadConversion(stores, transactions, database),
  };
}
