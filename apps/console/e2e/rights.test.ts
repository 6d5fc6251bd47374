import { beforeAll, expect, test } from 'vitest';
import { addresses } from '../src/frame/addresses.ts';
import { builtInRoles } from '../src/generated/rights.ts';
import { signedInWindow, withBrowser, type ConsoleWindow } from './console-window.ts';
import { newCompany, type Company } from './people.ts';
import { OtherHand, recordOfEach } from './records.ts';

withBrowser();

let company: Company;
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  company = await newCompany();
  ids = await recordOfEach(await OtherHand.of(company, company.owner));
});

test.each(builtInRoles.flatMap((role) => (['own', 'all'] as const).map((dataScope) => ({ role, dataScope }))))(
  'no page asks for what $role with the scope $dataScope may not do',
  async (rights) => {
    const window = await signedInWindow(await company.tenant.person(rights));
    for (const address of addresses.filter((one) => one !== '/callback')) {
      await visit(window, address.replace('$id', ids[address.split('/')[1] ?? ''] ?? ''));
      expect([address, ...window.complaints]).toEqual([address]);
    }
  },
);

/** Goes to another page as a link of the page would, which is quicker than to load it anew. */
async function visit({ page, expected }: ConsoleWindow, address: string): Promise<void> {
  // A record that the scope hides is not found, of which the browser complains.
  expected.push(/404/);
  await page.evaluate((to) => {
    history.pushState(null, '', `/console${to}`);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
}
