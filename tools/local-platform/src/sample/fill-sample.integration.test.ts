import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@rapport/local-servers';
import { bodyOf, operatorClient } from '@rapport/rapport';
import { expect, test, vi } from 'vitest';
import { Browser } from '../people/browser.ts';
import { signIn } from '../people/code-flow.ts';
import { firstRequests } from '../platform/first-requests.ts';
import { operatorAccess } from '../platform/operator-access.ts';
import { ourParts } from '../platform/platform-options.ts';
import { Platform } from '../platform/platform.ts';
import { readStatus } from '../platform/read-status.ts';
import { fillSample } from './fill-sample.ts';
import { sampleCallers } from './sample-callers.ts';
import { counts } from './sample-records.ts';
import { salesTeam } from './sales-team.ts';

/** A start of all services takes up to a minute on a machine that has other work. */
vi.setConfig({ testTimeout: 480_000 });
vi.stubEnv('RAPPORT_SERVERS', 'processes');

test('the demo tenant is filled once, and a fill that was ended before its end makes nothing twice', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rapport-sample-'));
  const dataDir = join(folder, 'data');
  const options = { replicas: {}, durable: false, parts: ourParts, say: () => undefined };
  const platform = new Platform({ port: await freePort(), dataDir, stateFolder: folder, ...options });
  try {
    const demo = await platform.start();
    if (demo === undefined) {
      throw new Error('there is no demo tenant');
    }
    // The second fill sends all records again, and would wait for the next minute of the plan's limit.
    const limits = { params: { tenantId: demo.tenantId }, body: { requestsPerMinute: 100_000 } };
    bodyOf(await operatorClient(await operatorAccess(dataDir)).changeEntitlements(limits));
    const place = { baseUrl: platform.baseUrl, dataDir, demo };
    const said: string[] = [];
    const fill = (): Promise<void> => fillSample(place, (line) => void said.push(line));
    await fill();
    await fill();
    expect(said.at(-1)).toBe('The demo tenant has its sample already.');
    await rm(join(dataDir, 'sample.json'));
    await fill();

    const { person } = await sampleCallers(platform.baseUrl, demo);
    const won = { filters: [{ field: 'stage' as const, operator: 'eq' as const, value: 'closedWon' }] };
    const isNote = { filters: [{ field: 'activityType' as const, operator: 'eq' as const, value: 'note' }] };
    const [customers, contacts, leads, opportunities, all, notes, sales] = await Promise.all([
      totalOf(person.searchCustomer({ body: {} })),
      totalOf(person.searchContact({ body: {} })),
      totalOf(person.searchLead({ body: {} })),
      totalOf(person.searchOpportunity({ body: {} })),
      totalOf(person.searchActivity({ body: {} })),
      totalOf(person.searchActivity({ body: isNote })),
      totalOf(person.searchOpportunity({ body: won })),
    ]);
    expect({ customers, contacts, leads, opportunities, notes, activities: all - notes }).toEqual(counts);
    expect(sales).toBeGreaterThan(10);
    const groups = itemsOf(await person.searchCustomerGroup({ body: {} }));
    expect(groups.map(({ customerCount }) => Number(customerCount) > 0)).toEqual(Array(5).fill(true));
    const campaigns = itemsOf(await person.searchCampaign({ body: {} }));
    expect(campaigns.map(({ memberCount }) => memberCount)).toEqual(Array(6).fill(24));

    const { demo: shown } = await readStatus(false, folder);
    expect(shown?.team.map(({ email }) => email)).toEqual(salesTeam.map(({ email }) => email));
    expect((await stat(join(dataDir, 'team.json'))).mode & 0o777).toBe(0o600);
    const salesperson = shown?.team.find(({ role }) => role === 'salesperson') ?? expect.fail('there is none');
    const lastWords = firstRequests(platform.baseUrl, shown ?? expect.fail('no demo'), await readStatus(false, folder));
    const [opening, , owner, , seller] = lastWords.trim().split('\n');
    expect(opening).toBe(`Rapport is ready: open ${platform.baseUrl}/console and sign in`);
    expect(owner).toMatch(`${demo.ownerEmail}   ${demo.ownerPassword}`);
    expect(seller).toMatch(`${salesperson.email}   ${salesperson.password}`);
    const { accessToken } = await signIn(platform.baseUrl, new Browser(platform.baseUrl), salesperson);
    const me = await fetch(`${platform.baseUrl}/api/v1/user/me`, {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    expect(await me.json()).toMatchObject({ data: { email: salesperson.email, roles: ['salesperson'] } });
  } finally {
    await platform.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

function itemsOf({ body }: { readonly body: unknown }): Record<string, unknown>[] {
  return (body as { readonly data: { readonly items: Record<string, unknown>[] } }).data.items;
}

async function totalOf(search: Promise<{ readonly body: unknown }>): Promise<number> {
  const { body } = await search;
  return (body as { readonly data: { readonly totalCount: number } }).data.totalCount;
}
