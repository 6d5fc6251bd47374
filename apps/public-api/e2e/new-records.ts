import { expectDone, newName, type PublicClient } from './tenant.ts';

/** The bodies of creates, and the records of answers. */
export type NewContact = Parameters<PublicClient['createContact']>[0]['body'];
export type NewLead = Parameters<PublicClient['createLead']>[0]['body'];
export type NewOpportunity = Parameters<PublicClient['createOpportunity']>[0]['body'];

export async function newContact(client: PublicClient, more: Partial<NewContact> = {}) {
  return expectDone(await client.createContact({ body: { lastName: newName('Contact'), ...more } }), 201);
}

export async function newLead(client: PublicClient, more: Partial<NewLead> = {}) {
  return expectDone(await client.createLead({ body: { companyName: newName('Lead'), ...more } }), 201);
}

/** An opportunity, which the caller has to give a customer or a lead. */
export async function newOpportunity(client: PublicClient, more: Partial<NewOpportunity>) {
  return expectDone(await client.createOpportunity({ body: { name: newName('Opportunity'), ...more } }), 201);
}
