import type { TimelineModel } from './timeline-model.ts';

/** A round of writes from which every item comes from every surface, and of what comes to a customer late, goes to another one, or changes nothing. */
export async function writeRound(model: TimelineModel, round: number): Promise<void> {
  const one = await model.customer('application', `Customer ${round}`);
  const other = await model.customer('public', `Other ${round}`);
  await writeCustomers(model, one, round);
  const contact = await writeContacts(model, { one, other });
  await writeOpportunities(model, { one, other });
  await writeActivities(model, { one, other });
  await writeAddresses(model, one, round);
  const campaign = await model.campaigns.make(`Campaign ${round}`);
  await model.campaigns.add(campaign, contact);
  await model.campaigns.respond(campaign, contact);
  await model.conversions.into(other, `Company ${round}`, campaign);
  await model.conversions.anew(`New ${round}`, campaign);
  await model.conversions.asSuggested(`Suggested ${round}`, campaign);
  await writeMail(model, { one, other }, round);
}

interface Customers {
  readonly one: string;
  readonly other: string;
}

async function writeCustomers(model: TimelineModel, one: string, round: number): Promise<void> {
  const batched = await model.customer('batch', `Batched ${round}`);
  const [gone, lost] = [await model.customer('batch', 'Gone'), await model.customer('application', 'Lost')];
  await model.changeCustomer('application', one, { phone: `+90 ${round}`, industry: 'Retail' });
  await model.changeCustomer('application', one, { phone: `+90 ${round}` });
  await model.changeCustomer('public', one, { name: `Renamed ${round}`, industry: null });
  await model.changeCustomer('batch', batched, { phone: '1' });
  await model.changeCustomer('batch', batched, { phone: '1' });
  await model.changeCustomer('public', batched, { phone: '2' });
  await model.changeCustomer('public', gone, { phone: '1' });
  await model.deleteCustomer('public', gone);
  await model.deleteCustomer('application', lost);
}

/** It gives a contact of the other customer. */
async function writeContacts(model: TimelineModel, { one, other }: Customers): Promise<string> {
  const contact = await model.contact('application', { lastName: 'Kaya', customerId: one });
  await model.changeContact('application', contact, { phone: '2' });
  await model.changeContact('application', contact, { customerId: other, lastName: 'Öz' });
  const late = await model.contact('public', { lastName: 'Demir', customerId: null });
  await model.changeContact('public', late, { customerId: one });
  await model.contact('public', { lastName: 'Ak', customerId: one });
  const batched = await model.contact('batch', { lastName: 'Su', customerId: one });
  await model.changeContact('batch', batched, { customerId: other });
  await model.contactsTogether([one, other, one]);
  return contact;
}

async function writeOpportunities(model: TimelineModel, { one, other }: Customers): Promise<void> {
  const deal = await model.opportunity('application', 'Deal', one);
  await model.stepOpportunity(deal, ['proposal', 50]);
  await model.stepOpportunity(deal, ['proposal', 50]);
  await model.stepOpportunity(deal, ['negotiation', 80]);
  await model.changeOpportunity('public', await model.opportunity('public', 'Offer', one), { customerId: other });
  await model.changeOpportunity('batch', await model.opportunity('batch', 'Tender', one), { customerId: other });
}

async function writeActivities(model: TimelineModel, { one, other }: Customers): Promise<void> {
  const { activities } = model;
  const call = await activities.make('Call', { outcome: 'Agreed', customerId: other });
  await activities.step(call);
  await activities.step(call);
  const text = { activityType: 'note', description: 'ş'.repeat(300) };
  const note = await activities.make('Note', { ...text, customerId: null });
  await activities.step(note);
  await activities.change(note, { customerId: one, outcome: 'None' });
  await activities.change(note, { customerId: other });
}

async function writeAddresses({ addresses }: TimelineModel, one: string, round: number): Promise<void> {
  const [depot, shop] = [await addresses.make('Depot', one), await addresses.make('Shop', one)];
  await addresses.change(depot, `Depot ${round}`);
  await addresses.moveDefault(depot, shop);
  await addresses.deleteDefault(shop, depot);
}

/** Two recipients are of one customer. */
async function writeMail(model: TimelineModel, { one, other }: Customers, round: number): Promise<void> {
  const campaign = await model.campaigns.make(`Letters ${round}`);
  for (const [index, customerId] of [one, one, other].entries()) {
    const person = { lastName: 'Yol', customerId, email: `${index}@${round}.example` };
    await model.campaigns.add(campaign, await model.contact('application', person));
  }
  await model.campaigns.mail(campaign, `Mail ${round}`, 3);
}
