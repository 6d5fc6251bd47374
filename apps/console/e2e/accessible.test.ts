import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { beforeAll, expect, test } from 'vitest';
import { addresses } from '../src/frame/addresses.ts';
import { lastingWindow, withBrowser, type ConsoleWindow } from './console-window.ts';
import { newCompany } from './people.ts';
import { OtherHand, recordOfEach } from './records.ts';

withBrowser();

let axe: string;
let window: ConsoleWindow;
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const company = await newCompany();
  ids = await recordOfEach(await OtherHand.of(company, company.owner));
  window = await lastingWindow(company.owner);
});

test.each(addresses)('axe finds nothing at %s, light and dark, wide and narrow', async (address) => {
  await goTo(window, address);
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1280, 360]) {
      await window.page.emulateMedia({ colorScheme });
      await window.page.setViewportSize({ width, height: 800 });
      found.push(...(await findings(window)).map((one) => `${colorScheme}, ${width}: ${one}`));
      expect(await window.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
        0,
      );
    }
  }
  expect([...found, ...window.complaints.splice(0)]).toEqual([]);
});

async function goTo({ page }: ConsoleWindow, address: string): Promise<void> {
  const list = address.split('/')[1] ?? '';
  await page.goto(`/console${address.replace('$id', ids[list] ?? '')}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(axe);
}

async function findings({ page }: ConsoleWindow): Promise<readonly string[]> {
  // The rest of what axe answers, which takes half of its time, is everything that it did not mind.
  const { violations } = await page.evaluate<AxeResults>('axe.run({ resultTypes: ["violations"] })');
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(' ')}`));
}
