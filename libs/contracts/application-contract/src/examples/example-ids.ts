import { exampleOwnerId, kinds } from '@rapport/kinds';

/** The records and people of every example, so that one example refers to the other. */
export const exampleIds = {
  customer: kinds.customers.example.id,
  contact: kinds.contacts.example.id,
  lead: kinds.leads.example.id,
  opportunity: kinds.opportunities.example.id,
  activity: '01990000-0000-7000-8000-000000000005',
  campaign: '01990000-0000-7000-8000-000000000006',
  customerGroup: '01990000-0000-7000-8000-000000000007',
  shippingAddress: '01990000-0000-7000-8000-000000000008',
  customField: '01990000-0000-7000-8000-0000000000a1',
  team: '01990000-0000-7000-8000-0000000000a2',
  apiClient: '01990000-0000-7000-8000-0000000000a3',
  user: '01990000-0000-7000-8000-0000000000c2',
  owner: exampleOwnerId,
} as const;
