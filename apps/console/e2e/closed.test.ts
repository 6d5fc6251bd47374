import { expect, test } from 'vitest';
import { newWindow, signedInWindow, withBrowser } from './console-window.ts';
import { newCompany } from './people.ts';

withBrowser();

test('in a cancelled organisation an owner finds the way back, and others a sentence', async () => {
  const company = await newCompany();
  const salesperson = await company.tenant.person({ role: 'salesperson' });
  const owner = await signedInWindow(company.owner);
  owner.expected.push(/403/);
  const { page } = owner;
  await page.goto('/console/subscription');
  await page.getByRole('button', { name: 'Cancel subscription', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel subscription' });
  await dialog.getByLabel('When', { exact: true }).selectOption({ label: 'At once' });
  await dialog.getByRole('button', { name: 'Cancel subscription', exact: true }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'detached' });

  const other = await newWindow();
  other.expected.push(/403/);
  await other.page.goto('/console');
  await other.page.getByRole('link', { name: 'Sign in' }).click();
  await other.signIn(salesperson);
  await other.page.getByText('Ask an owner of your organisation.').waitFor();
  expect(await other.page.getByRole('button', { name: 'Reactivate', exact: true }).count()).toBe(0);

  await page.goto('/console/customers');
  await page.getByRole('region', { name: 'Changes' }).getByText('Subscription ended').waitFor();
  await page.getByRole('button', { name: 'Reactivate', exact: true }).waitFor();
});
