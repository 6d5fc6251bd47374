import { fieldPlanOf, type SentValue } from './custom-fields.ts';
import type { Drawn } from './operations.ts';
import type { Members, ResourceName } from './resources.ts';

/** From what was drawn to ids: a record of a resource, and a user. */
export interface Ids {
  record(resource: ResourceName, drawn: number): string;
  user(drawn: number): string;
}

const campaignId = '01890000-0000-7000-8000-00000000ca3b';

/** The body that a drawn value stands for. Members without a value are left out, or are null: that is the same. */
export function bodyOf(resource: ResourceName, drawn: Drawn, externalId: number | null | 'kept', ids: Ids): Members {
  const { owner, values } = drawn;
  return {
    ...ownMembers[resource](drawn, ids),
    ...(owner !== null && { ownerUserId: ids.user(owner) }),
    ...(values !== null && { customFields: values.map(valueOf) }),
    ...(externalId !== 'kept' && { externalId: externalId === null ? null : `x-${externalId}` }),
  };
}

function valueOf({ field, value }: NonNullable<Drawn['values']>[number]): SentValue {
  return { key: fieldPlanOf(field).key, value };
}

type OwnMembers = (drawn: Drawn, ids: Ids) => Members;

const ownMembers: Readonly<Record<ResourceName, OwnMembers>> = {
  customers: ({ words: [name, description] }) => ({ name, description }),
  contacts: ({ words: [lastName, firstName], ...drawn }, ids) => ({
    ...{ firstName, lastName },
    ...named('customerId', 'customers', drawn.names.customers, ids),
  }),
  leads: ({ words: [companyName, firstName, lastName], hasCampaign }) => ({
    ...{ firstName, lastName, companyName },
    ...(hasCampaign && { campaignId }),
  }),
  opportunities: ({ words: [name, description], names, amount, probability, hasCampaign }, ids) => ({
    ...{ name, description, amount, probability },
    ...named('customerId', 'customers', names.customers, ids),
    ...named('contactId', 'contacts', names.contacts, ids),
    ...named('leadId', 'leads', names.leads, ids),
    ...(hasCampaign && { campaignId }),
  }),
};

function named(member: string, resource: ResourceName, drawn: number | undefined, ids: Ids): Members {
  return drawn === undefined ? {} : { [member]: ids.record(resource, drawn) };
}
