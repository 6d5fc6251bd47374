import { keysOf } from '@rapport/kernel';
import { contracts } from '@rapport/application-contract';
import type { Endpoint } from '@rapport/http-contract';
import { newName } from '@rapport/testbed';
import type { Person } from '../people.ts';
import { judged } from './judged.ts';

/** Bodies of creates, by the names that schemas give the kinds. */
const bodies = {
  Customer: () => ({ name: newName('Customer') }),
  Contact: () => ({ lastName: newName('Contact') }),
  Lead: () => ({ lastName: newName('Lead') }),
  Opportunity: (holder: string) => ({ name: newName('Deal'), customerId: holder }),
  Activity: () => ({ subject: newName('Call') }),
  Campaign: () => ({ name: newName('Campaign') }),
  CustomerGroup: () => ({ name: newName('Group') }),
  CustomerShippingAddress: (holder: string) => ({
    ...{ customerId: holder, title: newName('Depot') },
    ...{ addressLine1: 'Moda Cd. 1', city: 'İstanbul', countryCode: 'TR' },
  }),
};

type Written = keyof typeof bodies;

export const writtenKinds = keysOf(bodies);

/** By the operations that bring a record into a state: one to which a new record goes, and two that no step connects. */
export const steps: Readonly<Record<string, { readonly next: string; readonly wrong: readonly [string, string] }>> = {
  setActivityStatus: { next: 'inProgress', wrong: ['cancelled', 'completed'] },
  setLeadStatus: { next: 'contacted', wrong: ['unqualified', 'contacted'] },
  setOpportunityStage: { next: 'proposal', wrong: ['closedWon', 'closedLost?lostReason=Price'] },
  setMaktEmailStatus: { next: 'cancelled', wrong: ['cancelled', 'draft'] },
};

/** A record of each kind, none of which holds another one. */
export interface RecordTargets extends Readonly<Record<Written, string>> {
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
    const answer = await judged({ method: 'POST', path, token, body });
    if (answer.status !== 200) {
      throw new Error(`A target was not made: ${JSON.stringify(answer.body)}`);
    }
    return answer.body.data;
  };
  // A create answers the id.
  const made = async (kind: Written, holder = '') =>
    String(await post(contracts['application-api'][`create${kind}`].path, bodies[kind](holder)));
  const holder = await made('Customer');
  const joined = await made('Campaign');
  const member = await made('Contact');
  await post('/api/v1/campaign/member/add', { campaignId: joined, contactIds: [member] });
  const found = (await post('/api/v1/campaign/member/search', { campaignId: joined })) as { items: { id: number }[] };
  const own: [Written, string][] = [];
  for (const kind of writtenKinds) {
    own.push([kind, await made(kind, holder)]);
  }
  return {
    holder,
    joined,
    member,
    CampaignMember: String(found.items[0]?.id),
    MaktEmail: String(await post(`/api/v1/maktemail/create?Name=${encodeURIComponent(newName('Mail'))}`)),
    // There is one of each.
    ...(Object.fromEntries(own) as Record<Written, string>),
  };
}

/** The request for a record: the body of each operation, and the record that its path names. */
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
    return { body: bodies[kind](holder) };
  }
  if (act === 'update') {
    return { body: { ...bodies[kind](holder), id: targets[kind] } };
  }
  return path.includes('{') ? { id: targets[kind] } : act === 'search' ? { body: {} } : {};
}

export interface AskedRecord {
  readonly id?: string;
  readonly body?: object;
}
