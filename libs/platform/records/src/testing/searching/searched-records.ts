import {
  choice,
  code,
  date,
  email,
  flag,
  joinedReference,
  keptChoice,
  money,
  namedReference,
  numberedChoice,
  optionalCode,
  reference,
  requiredReference,
  requiredText,
  text,
  time,
} from '../../defining/column.ts';
import { defineByColumns } from '../../defining/definition.ts';

/** Resources with members of every kind that searches know: the tables are the tenants' own. */
export const searchedCustomers = defineByColumns({
  resource: { name: 'customers', number: 1, table: 'customer' },
  columns: {
    code: code('C-'),
    name: requiredText(),
    customerType: choice('customer'),
    email: email(),
    taxNumber: text(),
    currency: text(),
    customerGroupId: reference({ table: 'customer_group', noun: 'customer group' }),
    isActive: flag(true),
    address: { type: 'jsonb' },
    description: text(),
  },
  search: { texts: ['code', 'name', 'email', 'taxNumber'], indexed: ['customerType', 'customerGroupId', 'isActive'] },
});

export const searchedLeads = defineByColumns({
  resource: { name: 'leads', number: 3, table: 'lead' },
  columns: {
    firstName: text(),
    lastName: text(),
    companyName: text(),
    email: email(),
    source: text(),
    estimatedValue: money(),
    status: choice('new'),
  },
  search: { texts: ['firstName', 'lastName', 'companyName', 'email'], indexed: ['status', 'source', 'estimatedValue'] },
});

export const searchedContacts = defineByColumns({
  resource: { name: 'contacts', number: 2, table: 'contact' },
  columns: {
    customerId: namedReference(searchedCustomers, 'customerName'),
    firstName: text(),
    lastName: requiredText(),
    email: email(),
    phone: text(),
    isPrimary: flag(false),
  },
  search: { texts: ['firstName', 'lastName', 'email', 'phone'], indexed: ['customerId'] },
});

const campaign = { name: 'campaigns', number: 6, table: 'campaign' };

export const searchedCampaigns = defineByColumns({
  resource: campaign,
  columns: {
    code: optionalCode(),
    name: requiredText(),
    campaignType: choice('other'),
    status: keptChoice('planned'),
    startDate: date(),
    parentCampaignId: joinedReference({ resource: campaign }, 'parentCampaignName'),
  },
  search: { texts: ['code', 'name'], indexed: ['status', 'campaignType', 'startDate'] },
});

export const searchedActivities = defineByColumns({
  resource: { name: 'activities', number: 5, table: 'activity' },
  columns: {
    subject: requiredText(),
    activityType: choice('task'),
    status: numberedChoice(['plan', 'inProgress', 'completed', 'cancelled'], 'statusName'),
    priority: choice('normal'),
    dueOnUtc: time(),
    startOnUtc: time(),
    customerId: joinedReference(searchedCustomers, 'customerName'),
    campaignId: joinedReference(searchedCampaigns, 'campaignName'),
  },
  search: {
    texts: ['subject'],
    indexed: ['status', 'activityType', 'customerId', 'campaignId', 'dueOnUtc', 'startOnUtc'],
  },
});

const group = { name: 'customer_groups', number: 7, table: 'customer_group' };
const seenBy = 'everybody';

export const searchedGroups = defineByColumns({
  resource: group,
  columns: {
    code: optionalCode(),
    name: requiredText(),
    parentId: joinedReference({ resource: group, seenBy }, 'parentName'),
    isActive: flag(true),
  },
  seenBy,
  search: { texts: ['name', 'code'], indexed: ['parentId'] },
});

export const searchedAddresses = defineByColumns({
  resource: { name: 'shipping_addresses', number: 8, table: 'shipping_address' },
  columns: {
    customerId: requiredReference(searchedCustomers, 'customerName'),
    title: requiredText(),
    recipientName: text(),
    addressLine1: requiredText(),
    city: requiredText(),
    countryCode: requiredText(),
    isDefault: flag(false),
    isActive: flag(true),
  },
  seenBy: { parent: searchedCustomers, member: 'customerId' },
  goesWith: ['customerId'],
  search: { texts: ['title', 'city', 'recipientName'], otherTexts: ['countryCode'], indexed: ['customerId'] },
});
