import { newEmail } from '@rapport/testbed';
import { expect, test } from 'vitest';
import { baseUrl, newWindow, withBrowser } from './console-window.ts';
import { Deed } from './deeds.ts';

withBrowser();

test('a day of an owner, from the sign-up to an API client and the end of the subscription', async () => {
  const { page } = await newWindow();
  const deed = new Deed(page);
  const email = newEmail();
  const password = 'a long and quiet pass phrase';
  await page.goto('/console');
  await page.getByRole('link', { name: 'Sign up', exact: true }).click();
  for (const [label, text] of Object.entries({
    Organisation: 'Engines & Sons',
    'Your name': 'Ada King',
    Email: email,
    Password: password,
  })) {
    await page.getByLabel(label, { exact: true }).fill(text);
  }
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
  await expect.poll(() => page.locator('#email').inputValue()).toBe(email);
  await page.locator('#password').fill(password);
  await page.locator('button[type=submit]').click();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();

  await deed.goTo('Settings');
  await page.getByRole('link', { name: 'Teams', exact: true }).click();
  await page.getByRole('button', { name: 'New team', exact: true }).click();
  await deed.fillIn('New team', { Name: 'North' });
  await page.getByRole('table', { name: 'Teams' }).getByText('North', { exact: true }).waitFor();

  await page.getByRole('link', { name: 'Custom fields', exact: true }).click();
  await page.getByRole('button', { name: 'New custom field', exact: true }).click();
  await deed.fillIn('New custom field', { Key: 'region', Label: 'Region' });

  await page.getByRole('link', { name: 'API clients', exact: true }).click();
  await page.getByRole('button', { name: 'New API client', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'New API client' });
  await dialog.getByLabel('Name', { exact: true }).fill('Shop');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  const secret = await page.getByLabel('Client secret', { exact: true }).inputValue();
  const clientId = await page.getByLabel('Client id', { exact: true }).first().inputValue();
  const token = await fetch(`${baseUrl}/connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: secret }),
  });
  expect(token.status).toBe(200);
  await page.reload();
  await page.getByRole('table', { name: 'API clients' }).getByText('Shop', { exact: true }).waitFor();
  expect(await page.content()).not.toContain(secret);

  await page.goto('/console/subscription');
  await page
    .getByRole('region', { name: 'Plan' })
    .getByRole('button', { name: 'Cancel subscription', exact: true })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription', exact: true }).click();
  await page.getByRole('button', { name: 'Reactivate', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel subscription', exact: true }).waitFor();
});
