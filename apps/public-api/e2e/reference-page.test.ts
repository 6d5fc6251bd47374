import { systemChromium } from '@rapport/local-servers';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';

const { baseUrl } = inject('platform');
const found = await systemChromium();
if ('missing' in found) {
  process.stderr.write(`The reference page in a browser is skipped: ${found.missing}\n`);
}
const executablePath = 'program' in found ? found.program : undefined;
const inBrowser = test.skipIf(executablePath === undefined);

let browser: Browser | undefined;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  if (executablePath !== undefined) {
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  }
});
beforeEach(async () => {
  if (browser) {
    page = await browser.newPage({ permissions: ['clipboard-read', 'clipboard-write'] });
    page.on('console', (message) => complaints.push(message.text()));
    await page.goto(`${baseUrl}/docs`);
  }
});
afterEach(async () => {
  if (browser) {
    await page.context().close();
  }
});
afterAll(async () => {
  await browser?.close();
});

inBrowser('a reader finds an operation by a key and a word, and what it searches by goes with the words', async () => {
  await page.keyboard.press('/');
  await page.keyboard.type('customers batch');
  const shown = () => page.locator('nav li:visible').allTextContents();
  await expect.poll(shown).toContain('writeCustomerBatch');
  expect(await shown()).not.toContain('listLeads');
  await page.locator('nav input').fill('idempotency-key opportunities');
  await expect.poll(shown).toContain('createOpportunity');
  await page.locator('nav input').fill('writecustomerbatch');
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).hash).toBe('#writeCustomerBatch');
  expect(complaints).toEqual([]);
});

inBrowser('a reader copies a piece of code, and the language that it chose is shown at every operation', async () => {
  const operation = page.locator('#createCustomer');
  await operation.locator('summary', { hasText: 'Python' }).click();
  await expect.poll(() => page.locator('#createLead details[data-language=Python][open]').count()).toBe(1);
  const code = operation.locator('details[data-language=Python]');
  await code.locator('button').click();
  await code.locator('button', { hasText: 'Copied' }).waitFor();
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(copied).toBe(await code.locator('pre').textContent());
  expect(copied).toContain('requests.post(');
  expect(complaints).toEqual([]);
});
