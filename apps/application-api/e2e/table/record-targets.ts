import { newName } from '@rapport/testbed';
import type { Endpoint } from '@rapport/http-contract';
import type { Person } from '../people.ts';
import { judged } from './judged.ts';

/** A record of each kind, none of which holds another one, by the names that schemas give them. */
export interface RecordTargets {
  readonly Customer: string;
  readonly Contact: string;
  readonly Lead: string;
  readonly Opportunity: string;
  readonly Activity: string;
  readonly Campaign: string;
  readonly CustomerGroup: string;
  readonly CustomerShippingAddress: string;
  readonly CampaignMember: string;
  readonly MaktEmail: string;
  /** The customer that the opportunity and the address name. */
  readonly holder: string;
  /** The campaign and the contact of the member. */
  readonly joined: string;
  readonly member: string;
}

export async function makeRecordTargets({ token }: Pick<Person, 'token'>): Promise<RecordTargets> {
  const post = async (path: string, body?: object): Promise<unknown> => {
    const answer = await judged({ method: 'POST', path: `/api/v1/${path}`, token, body });
    if (answer.status !== 200) {
      throw new Error(`A target was not made: ${JSON.stringify(answer.body)}`);
    }
    return answer.body.data;
  };
  // A create answers the id.
  const made = async (group: string, body: object) => (await post(`${group}/create`, body)) as string;
  const holder = await made('customer', bodies.Customer());
  const joined = await made('campaign', bodies.Campaign());
  const member = await made('contact', bodies.Contact());
  await post('campaign/member/add', { campaignId: joined, contactIds: [member] });
  const found = (await post('campaign/member/search', { campaignId: joined })) as { items: { id: number }[] };
  return {
    holder,
    joined,
    member,
    CampaignMember: String(found.items[0]?.id),
    MaktEmail: (await post(`maktemail/create?Name=${encodeURIComponent(newName('Mail'))}`)) as string,
    Customer: await made('customer', bodies.Customer()),
    Contact: await made('contact', bodies.Contact()),
    Lead: await made('lead', bodies.Lead()),
    Opportunity: await made('opportunity', bodies.Opportunity({ holder })),
    Activity: await made('activity', bodies.Activity()),
    Campaign: await made('campaign', bodies.Campaign()),
    CustomerGroup: await made('customer/group', bodies.CustomerGroup()),
    CustomerShippingAddress: await made('customer-shipping-address', bodies.CustomerShippingAddress({ holder })),
  };
}

/** Bodies of creates. */
const bodies = {
  Customer: () => ({ name: newName('Customer') }),
  Contact: () => ({ lastName: newName('Contact') }),
  Lead: () => ({ lastName: newName('Lead') }),
  Opportunity: ({ holder }: Pick<RecordTargets, 'holder'>) => ({ name: newName('Deal'), customerId: holder }),
  Activity: () => ({ subject: newName('Call') }),
  Campaign: () => ({ name: newName('Campaign') }),
  CustomerGroup: () => ({ name: newName('Group') }),
  CustomerShippingAddress: ({ holder }: Pick<RecordTargets, 'holder'>) => ({
    ...{ customerId: holder, title: newName('Depot') },
    ...{ addressLine1: 'Moda Cd. 1', city: 'İstanbul', countryCode: 'TR' },
  }),
};

type Written = keyof typeof bodies;

/** What is asked of the records: the body of each operation, and the one that its path names. */
export function recordRequest({ operationId, path }: Endpoint, targets: RecordTargets): AskedRecord {
  const { holder, joined, member, Customer, Lead } = targets;
  switch (operationId) {
    case 'createMaktEmail':
      return {};
    case 'setMaktEmailStatus':
    case 'getMaktEmail':
      return { id: targets.MaktEmail };
    case 'addCampaignMember':
      return { body: { campaignId: joined, contactIds: [member] } };
    case 'searchCampaignMember':
      return { body: { campaignId: joined } };
    case 'searchCustomerTimeline':
      return { body: { customerId: Customer } };
    case 'getDefaultCustomerShippingAddress':
      return { id: holder };
    case 'executeLeadConversion':
      return { body: { leadId: Lead, skipDuplicateCheck: true } };
    case 'previewLeadConversion':
    case 'convertLead':
      return { id: Lead };
  }
  const [, act = '', singular = ''] =
    /^(create|update|get|delete|search|setDefault|set)(\w+?)(?:Status|Stage)?$/.exec(operationId) ?? [];
  // The kinds are named after the schemas, as operations are.
  const kind = singular as Written;
  if (act === 'create') {
    return { body: bodies[kind](targets) };
  }
  if (act === 'update') {
    return { body: { ...bodies[kind](targets), id: targets[kind] } };
  }
  return path.includes('{') ? { id: targets[kind] } : act === 'search' ? { body: {} } : {};
}

export interface AskedRecord {
  readonly id?: string;
  readonly body?: object;
}

/** The states to which a new record of each machine may go. */
export const nextStates: Readonly<Record<string, string>> = {
  setActivityStatus: 'inProgress',
  setLeadStatus: 'contacted',
  setOpportunityStage: 'proposal',
  setMaktEmailStatus: 'cancelled',
};
