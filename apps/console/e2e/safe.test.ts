import { beforeAll, expect, test } from 'vitest';
import { signedInWindow, withBrowser, type ConsoleWindow } from './console-window.ts';
import { newCompany, type Company } from './people.ts';
import { OtherHand } from './records.ts';

withBrowser();

let company: Company;

beforeAll(async () => {
  company = await newCompany();
});

test('storage, cookies that scripts read, and history hold no token and no code', async () => {
  const window = await signedInWindow(company.owner);
  const { page } = window;
  const tokens: string[] = [];
  page.on('request', (request) => tokens.push(request.headers()['authorization'] ?? ''));
  await page.goto('/console/customers');
  await page.getByRole('table', { name: 'Customers' }).waitFor();
  const readable = await page.evaluate(() =>
    JSON.stringify([localStorage, sessionStorage, document.cookie, location.href]),
  );
  expect(JSON.parse(readable)).toEqual([
    { 'rapport.organisation': company.tenant.id },
    {},
    expect.any(String),
    expect.any(String),
  ]);
  const [token = ''] = tokens.filter(Boolean).map((header) => header.replace('Bearer ', ''));
  expect(token.length).toBeGreaterThan(100);
  expect(readable).not.toContain(token.slice(-40));
  for (let back = 0; back < 4; back += 1) {
    await page.goBack().catch(() => null);
    expect(page.url()).not.toMatch(/[?&](code|token|access_token)=/);
  }
});

test('a token that a service refuses is renewed once, and one that cannot be renewed leads to the sign-in and back', async () => {
  const { page, context, expected } = await signedInWindow(company.owner);
  expected.push(/401|503/);
  let refusals = 1;
  await page.route('**/api/v1/contact/search', (route) => {
    refusals -= 1;
    return refusals >= 0 ? route.fulfill({ status: 401, json: { message: 'no' } }) : route.continue();
  });
  await page.getByRole('link', { name: 'Contacts', exact: true }).click();
  await page.getByRole('table', { name: 'Contacts' }).waitFor();

  let isBusy = true;
  await page.route('**/connect/authorize?*', (route) => {
    const answer = isBusy ? route.fulfill({ status: 503, headers: { 'retry-after': '1' } }) : route.continue();
    isBusy = false;
    return answer;
  });
  await page.reload();
  await page.getByRole('table', { name: 'Contacts' }).waitFor();

  await context.clearCookies();
  refusals = 1;
  await page.goto('/console/contacts?sort=lastName');
  await page.locator('#email').fill(company.owner.email);
  await page.locator('#password').fill(company.owner.password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL('**/console/contacts?sort=lastName');
  await page.getByRole('table', { name: 'Contacts' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
});

const script = `<img src=x onerror="window.ran=1"><script>window.ran=1</script>javascript:window.ran=1 ‮rtl 🙂`;

test('script in the texts of records stays text', async () => {
  const hand = await OtherHand.of(company, company.owner);
  const customer = await hand.create('customer', {
    name: script,
    industry: script,
    description: script,
    tags: [script.slice(0, 40)],
    address: { line1: script },
  });
  const ids = {
    customers: customer,
    contacts: await hand.create('contact', { lastName: script, jobTitle: script, customerId: customer }),
    leads: await hand.create('lead', { lastName: script, companyName: script }),
    opportunities: await hand.create('opportunity', { name: script, customerId: customer, description: script }),
    activities: await hand.create('activity', {
      subject: script,
      outcome: script,
      activityType: 'note',
      description: script,
      customerId: customer,
    }),
    campaigns: await hand.create('campaign', { name: script, description: script }),
  };
  const { page } = await signedInWindow(company.owner);
  for (const [list, id] of Object.entries(ids)) {
    for (const address of [list, `${list}/${id}`, 'opportunities/board']) {
      await page.goto(`/console/${address}`);
      await page.getByText('window.ran=1').first().waitFor();
      expect(await page.evaluate(() => 'ran' in window)).toBe(false);
    }
  }
});

test('a list asks ten times at most from cold, and three times a minute while it lies idle', async () => {
  const window: ConsoleWindow = await signedInWindow(company.owner);
  const { page, requests } = window;
  await page.waitForLoadState('networkidle');
  requests.length = 0;
  await page.goto('/console/customers');
  await page.getByRole('table', { name: 'Customers' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(requests.length).toBeLessThanOrEqual(10);
  await page.clock.install();
  requests.length = 0;
  await page.goto('/console/customers');
  await page.getByRole('table', { name: 'Customers' }).waitFor();
  requests.length = 0;
  for (let second = 0; second < 60; second += 5) {
    await page.clock.runFor(5_000);
  }
  await page.waitForLoadState('networkidle');
  expect(requests.length).toBeLessThanOrEqual(3);
});
