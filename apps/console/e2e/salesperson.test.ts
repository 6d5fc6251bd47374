import { beforeAll, expect, test } from 'vitest';
import { signedInWindow, withBrowser } from './console-window.ts';
import { newCompany, type Company } from './people.ts';
import { OtherHand } from './records.ts';
import { Deed } from './deeds.ts';
import type { Person } from '@rapport/testbed';

withBrowser();

let company: Company;
let person: Person;
let hand: OtherHand;

beforeAll(async () => {
  company = await newCompany();
  person = await company.tenant.person({ role: 'salesperson', name: 'Sally Seller' });
  hand = await OtherHand.of(company, person);
});

test('a day of a salesperson, from a lead to a deal that is won', async () => {
  const { page } = await signedInWindow(person);
  const deed = new Deed(page);

  await deed.goTo('Leads');
  await page.getByRole('button', { name: 'New lead', exact: true }).click();
  await deed.fillIn('New lead', {
    'Last name': 'Menabrea',
    'First name': 'Luigi',
    'Company name': 'Turin Instruments',
    Email: 'luigi@turin.example',
  });
  await page.getByRole('heading', { level: 1, name: 'Luigi Menabrea' }).waitFor();
  await page.getByRole('button', { name: 'Change status', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Qualified', exact: true }).click();
  await page.getByRole('region', { name: 'Details' }).getByText('Qualified', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Convert lead', exact: true }).click();
  const convert = page.getByRole('dialog', { name: 'Convert lead' });
  await convert.getByRole('button', { name: 'Convert', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Turin Instruments' }).waitFor();
  const [customer] = await hand.search('customer', { searchText: 'Turin' });
  const [opportunity] = await hand.search('opportunity', { customerId: undefined });
  expect([customer?.['name'], opportunity?.['customerName']]).toEqual(['Turin Instruments', 'Turin Instruments']);

  const contacts = page.getByRole('region', { name: 'Contacts' });
  await contacts.getByRole('link', { name: 'Luigi Menabrea' }).waitFor();
  await contacts.getByRole('button', { name: 'New contact', exact: true }).click();
  await deed.fillIn('New contact', { 'First name': 'Ada', 'Last name': 'King' });
  await contacts.getByRole('link', { name: 'Ada King' }).waitFor();

  await deed.goTo('Opportunities');
  await page.getByRole('link', { name: 'Board', exact: true }).click();
  const negotiation = page.getByRole('list', { name: 'Negotiation' });
  await page.getByRole('button', { name: 'Move Turin Instruments', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Negotiation', exact: true }).click();
  await negotiation.getByRole('link', { name: 'Turin Instruments' }).first().waitFor();
  const id = String(opportunity?.['id']);
  expect((await hand.get('opportunity', id))['stage']).toBe('negotiation');
  await negotiation.getByRole('listitem').dragTo(page.getByRole('list', { name: 'Closed won' }));
  await page.getByRole('list', { name: 'Closed won' }).getByRole('listitem').waitFor();
  expect((await hand.get('opportunity', id))['stage']).toBe('closedWon');
});

test('what is due is completed by one click, and what is lost has its reason', async () => {
  const lost = await hand.create('lead', { lastName: 'Nobody', status: 'new' });
  const deal = await hand.create('opportunity', { name: 'Pilot', leadId: lost, amount: 12.5, currency: 'EUR' });
  const call = await hand.create('activity', { subject: 'Call Ada', dueOnUtc: '2026-01-02T09:00:00Z' });
  const { page } = await signedInWindow(person);
  await page.getByRole('region', { name: 'To do' }).getByRole('button', { name: 'Complete Call Ada' }).click();
  await expect.poll(async () => (await hand.get('activity', call))['statusName']).toBe('completed');

  await page.goto(`/console/opportunities/${deal}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const lead = page.getByRole('dialog', { name: 'Edit opportunity' }).getByLabel('Lead', { exact: true });
  await lead.fill('Somebody else');
  await lead.press('Tab');
  await expect.poll(() => lead.inputValue()).toBe('Nobody');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();

  await page.getByRole('button', { name: 'Change stage', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Closed lost', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Close as lost' });
  await dialog.getByLabel('Lost reason', { exact: true }).fill('Too dear');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(async () => (await hand.get('opportunity', deal))['stage']).toBe('closedLost');
  expect((await hand.get('opportunity', deal))['lostReason']).toBe('Too dear');
});

test('a list is searched, filtered and paged, and its address says so', async () => {
  await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      hand.create('customer', { name: `Mill ${index}`, customerType: index % 2 === 0 ? 'supplier' : 'customer' }),
    ),
  );
  const { page } = await signedInWindow(person);
  const deed = new Deed(page);
  await deed.goTo('Customers');
  await page.getByLabel('Search customers', { exact: true }).fill('mill');
  await page.waitForURL(/words=mill/);
  const table = page.getByRole('table', { name: 'Customers' });
  await expect.poll(() => table.getByRole('rowheader').count()).toBe(50);
  await page.getByRole('button', { name: 'Next page', exact: true }).click();
  await expect.poll(() => table.getByRole('rowheader').count()).toBe(10);
  await page.getByRole('button', { name: 'Add filter', exact: true }).click();
  await page.getByLabel('Field', { exact: true }).selectOption({ label: 'Customer type' });
  await page.getByLabel('Value', { exact: true }).selectOption({ label: 'Supplier' });
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect.poll(() => table.getByRole('rowheader').count()).toBe(30);
  await page.reload();
  await expect.poll(() => table.getByRole('rowheader').count()).toBe(30);
  await deed.goTo('Customers');
  await expect.poll(() => page.getByLabel('Search customers', { exact: true }).inputValue()).toBe('');
  await expect.poll(() => table.getByRole('rowheader').count()).toBe(50);
});
