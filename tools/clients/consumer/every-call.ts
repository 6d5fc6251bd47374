import { etagOf, Rapport, RapportError, type Attempt, type Customer } from '@rapport/client';
import { ndjson } from '@rapport/client/ndjson';
import { postgres } from '@rapport/client/postgres';
import { sqlite } from '@rapport/client/sqlite';
import { sinkCases, sync } from '@rapport/client/sync';

const { RAPPORT_URL = '', RAPPORT_CLIENT_ID = '', RAPPORT_CLIENT_SECRET = '' } = process.env;
const attempts: Attempt[] = [];
const rapport = new Rapport({
  baseUrl: RAPPORT_URL,
  clientId: RAPPORT_CLIENT_ID,
  clientSecret: RAPPORT_CLIENT_SECRET,
  onAttempt: (attempt) => attempts.push(attempt),
});
const { customers, contacts, leads, opportunities, users } = rapport;

const customer: Customer = await customers.create({ name: 'Ek', externalId: 'E-1' }, { idempotencyKey: 'once' });
const again = await customers.create({ name: 'Ek', externalId: 'E-1' }, { idempotencyKey: 'once' });
const read = await customers.getByExternalId('E-1');
const contact = await contacts.create({ lastName: 'Ek', customerId: customer.id });
await contacts.update(contact.id, { ...contact, jobTitle: 'Buyer' }, { ifMatch: contact });
const lead = await leads.create({ companyName: 'Ek' });
await leads.delete(lead.id, { ifMatch: etagOf(lead) });
const deal = await opportunities.create({ name: 'Deal', customerId: customer.id, amount: 1, currency: 'EUR' });
const edited = await opportunities.edit(deal.id, (record) => ({ ...record, amount: (record.amount ?? 0) + 1 }));
const batch = await customers.batch([{ name: 'A', externalId: 'E-2' }, { name: '' }]);
const refused = await leads.get(lead.id).catch((error: unknown) => (error instanceof RapportError ? error.code : ''));

let items = 0;
for await (const { entityId } of customers.changes({ pageSize: 1 })) {
  items += entityId === '' ? 0 : 1;
}
let pages = 0;
for await (const { data, syncUntilUtc } of customers.list({ pageSize: 1 }).pages()) {
  pages += data.length === 1 && syncUntilUtc !== undefined ? 1 : 0;
}
const { etag, fields } = await rapport.customFields('customers');
const unchanged = await rapport.customFields('customers', { ifNoneMatch: etag });
const sink = await sqlite(':memory:');
await sync(rapport, { sink, resources: ['customers', 'leads'] });
const copied = await sink.records('customers', [customer.id]);
await sink.close();

console.log(
  JSON.stringify({
    again: again.id === customer.id && read.id === customer.id,
    amount: edited.amount,
    batch: batch.map((result) => ('data' in result ? result.data.name : result.error.code)),
    refused,
    items,
    pages,
    fields: fields.length,
    unchanged,
    copied: copied.length,
    others: [typeof ndjson, typeof postgres, sinkCases.length > 0, typeof users.get, attempts.length > 10],
  }),
);
