import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { lastingWindow, withBrowser, type ConsoleWindow } from './console-window.ts';
import { Deed } from './deeds.ts';
import { newCompany } from './people.ts';
import { OtherHand } from './records.ts';

withBrowser();

let window: ConsoleWindow;
let page: Page;
let deed: Deed;
let hand: OtherHand;

beforeAll(async () => {
  const company = await newCompany();
  hand = await OtherHand.of(company, company.owner);
  window = await lastingWindow(company.owner);
  window.expected.push(/ERR_FAILED|409|503/);
  ({ page } = window);
  deed = new Deed(page);
});

afterEach(() => {
  expect(window.complaints.splice(0)).toEqual([]);
});

/** The ways in which a press may go wrong. Each goes on until nothing is left to press. */
const presses: Readonly<Record<string, (button: Locator, path: string) => Promise<void>>> = {
  'an answer that is lost': async (button, path) => {
    await loseAnswer(button, path);
    if (await button.isVisible()) {
      await button.click();
    }
  },
  'a double click': async (button, path) => {
    const clicked = Promise.withResolvers<void>();
    await page.route(`**${path}**`, (route) => clicked.promise.then(() => route.continue()), { times: 1 });
    const answered = page.waitForResponse(`**${path}**`);
    window.requests.length = 0;
    await button.dblclick();
    clicked.resolve();
    await answered;
    expect(window.requests.filter((one) => one.includes(path))).toHaveLength(1);
  },
  'a service that is busy': async (button, path) => {
    const busy = { status: 503, headers: { 'retry-after': '1' }, json: {} };
    await page.route(`**${path}**`, (route) => route.fulfill(busy), { times: 1 });
    await button.click();
  },
};

/** Presses a button. The service does what is asked, and the page never hears of it. */
async function loseAnswer(button: Locator, path: string): Promise<void> {
  await page.route(`**${path}**`, (route) => route.fetch().then(() => route.abort()), { times: 1 });
  await button.click();
  await page.getByRole('alert').getByText('cannot be reached').waitFor();
}

describe.each(Object.entries(presses))('%s', (name, press) => {
  test('makes one record', async () => {
    await deed.goTo('Customers');
    await page.getByRole('button', { name: 'New customer', exact: true }).click();
    const form = await deed.type('New customer', { Name: name });
    await press(save(form), '/api/v1/customer/create');
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect(await hand.search('customer', { searchText: name })).toHaveLength(1);
  });

  test('changes a record once', async () => {
    const id = await hand.create('campaign', { name });
    await page.goto(`/console/campaigns/${id}`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const form = await deed.type('Edit campaign', { Name: `${name}, renamed` });
    await press(save(form), '/api/v1/campaign/update');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('heading', { level: 1, name: `${name}, renamed` }).waitFor();
    expect(await hand.version('campaign', id)).toBe(2);
  });

  test('is one step into a state', async () => {
    const id = await hand.create('lead', { lastName: name });
    await page.goto(`/console/leads/${id}`);
    await page.getByRole('button', { name: 'Change status', exact: true }).click();
    await press(page.getByRole('menuitem', { name: 'Qualified', exact: true }), '/api/v1/lead/status/');
    await page.getByRole('region', { name: 'Details' }).getByText('Qualified', { exact: true }).waitFor();
    expect(await hand.version('lead', id)).toBe(2);
  });

  test('is one step into a state for a reason', async () => {
    const id = await hand.create('lead', { lastName: name });
    await page.goto(`/console/leads/${id}`);
    await page.getByRole('button', { name: 'Change status', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Unqualified', exact: true }).click();
    const dialog = await deed.type('Close as unqualified', { 'Lost reason': 'Too dear' });
    await press(save(dialog), '/api/v1/lead/status/');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('region', { name: 'Details' }).getByText('Unqualified', { exact: true }).waitFor();
    expect(await hand.version('lead', id)).toBe(2);
  });

  test('completes an activity once', async () => {
    const id = await hand.create('activity', { subject: name, dueOnUtc: '2026-01-02T09:00:00Z' });
    await page.goto('/console/home');
    const button = page.getByRole('button', { name: `Complete ${name}`, exact: true });
    await press(button, '/api/v1/activity/status/');
    await button.waitFor({ state: 'hidden' });
    expect([await hand.version('activity', id), (await hand.get('activity', id))['statusName']]).toEqual([
      2,
      'completed',
    ]);
  });
});

function save(form: Locator): Locator {
  return form.getByRole('button', { name: 'Save', exact: true });
}

test('what a person types after a lost answer joins the record that was made', async () => {
  await deed.goTo('Customers');
  await page.getByRole('button', { name: 'New customer', exact: true }).click();
  const form = await deed.type('New customer', { Name: 'Typed on' });
  await loseAnswer(save(form), '/api/v1/customer/create');
  await deed.type('New customer', { Industry: 'Mills' });
  await loseAnswer(save(form), '/api/v1/customer/update');
  await deed.fillIn('New customer', { 'Tax office': 'Leeds' });
  const found = await hand.search('customer', { searchText: 'Typed on' });
  expect(found).toMatchObject([{ industry: 'Mills', taxOffice: 'Leeds' }]);
});

test('a person whose change was taken, without an answer, never meets it as the change of another', async () => {
  const id = await hand.create('campaign', { name: 'Spring' });
  await page.goto(`/console/campaigns/${id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const form = await deed.type('Edit campaign', { Name: 'Summer', Budget: '10' });
  await loseAnswer(save(form), '/api/v1/campaign/update');
  await deed.fillIn('Edit campaign', { Name: 'Autumn' });
  expect(await hand.get('campaign', id)).toMatchObject({ name: 'Autumn', budget: 10 });
});
