import { newId } from '@rapport/kernel';
import type { ModelRecord } from '@rapport/testbed/model';
import type { ModelledWrites } from './modelled-writes.ts';

/** A round of writes by every surface, also of what comes to a customer late, goes to another, or changes nothing. */
export async function writeRound(writes: ModelledWrites, round: number): Promise<void> {
  const one = await writes.make('application', 'customers', { name: `Customer ${round}` });
  const other = await writes.make('public', 'customers', { name: `Other ${round}` });
  await writeCustomers(writes, one, round);
  await writeContacts(writes, one.id, other.id);
  await writeOpportunities(writes, one.id, other.id);
  await writeActivities(writes, one.id, other.id);
  await convert(writes, `Company ${round}`, other);
  await convert(writes, `New ${round}`, 'create');
  await convert(writes, `Suggested ${round}`, 'suggested');
}

async function writeCustomers(writes: ModelledWrites, one: ModelRecord, round: number): Promise<void> {
  const batched = await writes.make('batch', 'customers', { name: `Batched ${round}` });
  const gone = await writes.make('batch', 'customers', { name: 'Gone' });
  const lost = await writes.make('application', 'customers', { name: 'Lost' });
  await writes.change('application', one, { phone: `+90 ${round}`, industry: 'Retail' });
  await writes.change('application', one, { phone: `+90 ${round}` });
  await writes.change('public', one, { name: `Renamed ${round}`, industry: null });
  await writes.change('batch', batched, { phone: '1' });
  await writes.change('batch', batched, { phone: '1' });
  await writes.change('public', batched, { phone: '2' });
  await writes.change('public', gone, { phone: '1' });
  await writes.delete('public', gone);
  await writes.delete('application', lost);
}

async function writeContacts(writes: ModelledWrites, one: string, other: string): Promise<void> {
  const contact = await writes.make('application', 'contacts', { lastName: 'Kaya', customerId: one });
  await writes.change('application', contact, { phone: '2' });
  await writes.change('application', contact, { customerId: other, lastName: 'Öz' });
  const late = await writes.make('public', 'contacts', { lastName: 'Demir', customerId: null });
  await writes.change('public', late, { customerId: one });
  await writes.make('public', 'contacts', { lastName: 'Ak', customerId: one });
  const batched = await writes.make('batch', 'contacts', { lastName: 'Su', customerId: one });
  await writes.change('batch', batched, { customerId: other });
  await writes.makeTogether(
    'contacts',
    [one, other, one].map((customerId) => ({ lastName: 'Er', customerId })),
  );
}

async function writeOpportunities(writes: ModelledWrites, customerId: string, other: string): Promise<void> {
  const deal = await writes.make('application', 'opportunities', { name: 'Deal', customerId });
  await writes.step(deal, 'proposal');
  await writes.step(deal, 'proposal');
  await writes.step(deal, 'negotiation');
  const offer = await writes.make('public', 'opportunities', { name: 'Offer', customerId });
  await writes.change('public', offer, { customerId: other });
  const tender = await writes.make('batch', 'opportunities', { name: 'Tender', customerId });
  await writes.change('batch', tender, { customerId: other });
}

async function writeActivities(writes: ModelledWrites, one: string, other: string): Promise<void> {
  const body = { subject: 'Call', outcome: 'Agreed', customerId: other };
  const call = await writes.make('application', 'activities', body);
  await writes.step(call, 'inProgress');
  await writes.step(call, 'plan');
  const text = { subject: 'Note', activityType: 'note', description: 'ş'.repeat(300) };
  const note = await writes.make('application', 'activities', text);
  await writes.step(note, 'inProgress');
  await writes.change('application', note, { customerId: one, outcome: 'None' });
  await writes.change('application', note, { customerId: other });
}

/** A lead with an activity and a note becomes three records. */
async function convert(
  writes: ModelledWrites,
  companyName: string,
  customer: Parameters<ModelledWrites['convert']>[1],
): Promise<void> {
  const body = { firstName: 'Ali', lastName: 'Veli', companyName, website: `https://${newId()}.example` };
  const lead = await writes.make('application', 'leads', body);
  const leadId = lead.id;
  await writes.make('application', 'activities', { subject: 'Before', leadId, outcome: 'Agreed' });
  await writes.make('application', 'activities', { subject: 'Said', leadId, activityType: 'note', description: 'So' });
  await writes.convert(lead, customer);
}
