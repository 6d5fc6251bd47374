import { setTimeout as delay } from 'node:timers/promises';
import { createClient, type Client } from '@rapport/http-contract/client';
import { publicContract } from '@rapport/public-contract';
import { done, issueToken, type Tenant } from '@rapport/testbed';
import type { Scenario } from '../scenario.ts';
import type { Stage } from '../stage.ts';
import { untilNamesFollow } from '../until-names-follow.ts';

/** The process that brings a changed name to many records dies in the middle of it. */
export const renameScenarios: readonly Scenario[] = [
  {
    name: 'dies-in-a-rename',
    title: 'a process that is killed in the middle of a rename leaves no contact behind, and stamps none twice',
    set: 'short',
    run: (stage) => diesInRename(stage, itemsMax * stage.scaled(10, 5)),
  },
  {
    name: 'dies-in-a-large-rename',
    title:
      'with 10,000 contacts, a process that is killed in the middle of a rename leaves none behind, and stamps none twice',
    set: 'all',
    run: (stage) => diesInRename(stage, 10_000),
  },
];

async function diesInRename(stage: Stage, contacts: number): Promise<void> {
  const tenant = await stage.tenant();
  const api = await clientOf(stage, tenant);
  const { id } = done(await api.createCustomer({ body: { name: 'Before' } }), 201);
  for (let made = 0; made < contacts; made += itemsMax) {
    const items = Array.from({ length: itemsMax }, (_, n) => ({ lastName: `${made + n}`, customerId: id }));
    done(await api.writeContactBatch({ body: { items } }), 200);
  }
  const { syncUntilUtc } = done(await api.listContacts({ query: { pageSize: 1 } }), 200);
  const rename = (): ReturnType<PublicClient['updateCustomer']> =>
    api.updateCustomer({ params: { id }, body: { name: 'After' } });
  const answer = rename().catch(() => undefined);
  await delay(Math.random() * contacts * longestMsPerContact);
  await killPublicApi(stage);
  if ((await answer)?.status !== 200) {
    done(await rename(), 200);
  }
  await untilNamesFollow(stage.platform, tenant);
  stage.counts.writes += contacts;
  await judgeList(stage, api, contacts);
  await judgeFeed(stage, api, syncUntilUtc, contacts);
}

async function killPublicApi(stage: Stage): Promise<void> {
  const { processes } = stage;
  const victims = await processes.of('public-api');
  await processes.kill(victims);
  stage.fault('killed public-api');
  await processes.untilReady(victims);
}

async function judgeList(stage: Stage, api: PublicClient, contacts: number): Promise<void> {
  const names: (string | null)[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = done(await api.listContacts({ query: { pageSize: 200, ...(cursor && { cursor }) } }), 200);
    names.push(...page.data.map(({ customerName }) => customerName));
    cursor = page.nextCursor;
  }
  const old = names.filter((name) => name !== 'After').length;
  stage.expect(names.length === contacts && old === 0, `${old} of ${names.length} contacts show the name of before`);
}

async function judgeFeed(stage: Stage, api: PublicClient, updatedFrom: string, contacts: number): Promise<void> {
  const records = new Set<string>();
  let items = 0;
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query = { pageSize: 200, ...(cursor ? { cursor } : { updatedFrom }) };
    const page = done(await api.listContactChanges({ query }), 200);
    page.data.forEach(({ entityId }) => records.add(entityId));
    items += page.data.length;
    cursor = page.nextCursor;
  }
  stage.counts.items += items;
  const isWhole = items === contacts && records.size === contacts;
  stage.expect(isWhole, `the feed has ${items} items of ${records.size} contacts`);
}

type PublicClient = Client<typeof publicContract>;

async function clientOf({ platform: { baseUrl } }: Stage, tenant: Tenant): Promise<PublicClient> {
  const token = await issueToken(baseUrl, await tenant.client());
  return createClient(publicContract, { baseUrl, headers: () => ({ authorization: `Bearer ${token}` }) });
}

const itemsMax = 200;
const longestMsPerContact = 0.06;
