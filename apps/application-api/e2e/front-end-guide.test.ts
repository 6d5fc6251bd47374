import { rm } from 'node:fs/promises';
import { freePort, systemChromium } from '@rapport/local-servers';
import { guideFiles } from '@rapport/testbed';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { serveFrontEnd } from './front-end-guide.ts';
import { baseUrl, newOwner, type Person } from './people.ts';

const { listedOrigin } = inject('platform');
const found = await systemChromium();
if ('missing' in found) {
  process.stderr.write(`The guide's front end is skipped: ${found.missing}\n`);
}
const executablePath = 'program' in found ? found.program : undefined;

let folder: string;
let browser: Browser | undefined;
beforeAll(async () => {
  folder = await guideFiles('front-end.md');
  if (executablePath !== undefined) {
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  }
});
afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

test.skipIf(!executablePath)(
  'a person signs in on the front end of the guide, adds a customer, finds it and signs out',
  async () => {
    const person = await newOwner();
    const frontEnd = await serveFrontEnd(folder, { origin: listedOrigin, platform: baseUrl });
    const page = await openPage(listedOrigin);
    try {
      await signIn(page, person);
      await expect.poll(() => page.locator('#who').textContent()).toBe(person.email);

      await add(page, '');
      await page.locator('output', { hasText: 'name' }).waitFor();
      for (const name of ['Babbage Engines', '<b>Ada</b> & Sons']) {
        await add(page, name);
        await page.locator('li').filter({ hasText: name }).waitFor();
      }
      expect(await page.locator('li').allTextContents()).toEqual(['<b>Ada</b> & Sons', 'Babbage Engines']);
      await page.locator('#search').fill('babb');
      await expect.poll(() => page.locator('li').allTextContents()).toEqual(['Babbage Engines']);

      await page.reload();
      await page.locator('li').first().waitFor();
      const session = await sessionOf(page);
      await page.locator('#sign-out').click();
      await page.waitForURL(`${baseUrl}/connect/sign-out`);
      const headers = { authorization: `Bearer ${session.access_token}` };
      expect((await fetch(`${baseUrl}/api/v1/user/me`, { headers })).status).toBe(401);
      await page.goto(listedOrigin);
      await page.locator('#sign-in').waitFor();
    } finally {
      await page.context().close();
      await frontEnd.stop();
    }
  },
);

test.skipIf(!executablePath)('a session that was ended leads back to the sign-in', async () => {
  const person = await newOwner();
  const frontEnd = await serveFrontEnd(folder, { origin: listedOrigin, platform: baseUrl });
  const page = await openPage(listedOrigin);
  try {
    await signIn(page, person);
    const { access_token: token } = await sessionOf(page);
    await fetch(`${baseUrl}/connect/revocation`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'rapport-console', token }),
    });
    await page.locator('#search').fill('any');
    await page.locator('#sign-in').waitFor();
  } finally {
    await page.context().close();
    await frontEnd.stop();
  }
});

test.skipIf(!executablePath)('a page of another origin reads nothing', async () => {
  const origin = `http://127.0.0.1:${await freePort()}`;
  const frontEnd = await serveFrontEnd(folder, { origin, platform: baseUrl });
  const page = await openPage(origin);
  const refusals: string[] = [];
  page.on('console', (message) => refusals.push(message.text()));
  try {
    await page.locator('#sign-in').click();
    await expect.poll(() => refusals.join('\n')).toMatch(/blocked by CORS policy/u);
    expect(page.url()).toBe(`${origin}/`);
  } finally {
    await page.context().close();
    await frontEnd.stop();
  }
});

async function openPage(origin: string): Promise<Page> {
  const page = await browser!.newPage();
  await page.goto(origin);
  return page;
}

/** Fills the platform's own page; its browser comes back to the front end, which shows its first list. */
async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.locator('#sign-in').click();
  await page.locator('#email').fill(email);
  await page.locator('#password').fill(password);
  const listed = page.waitForResponse(/customer\/search/u);
  await page.locator('button[type=submit]').click();
  await listed;
}

async function add(page: Page, name: string): Promise<void> {
  await page.locator('form input').fill(name);
  await page.locator('form button').click();
}

async function sessionOf(page: Page): Promise<{ readonly access_token: string }> {
  const stored = await page.evaluate(() =>
    (Object.values(sessionStorage) as string[]).find((value) => value.includes('access_token')),
  );
  return JSON.parse(String(stored)) as { access_token: string };
}
