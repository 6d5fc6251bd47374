import type { TemporaryPlatform } from '@rapport/testbed';
import { newPerson } from '../core/bench-person.ts';
import { onPlatform } from '../core/bench-platform.ts';
import { createTenants } from '../core/bench-tenants.ts';
import { compare } from '../core/compare.ts';
import type { LoadRequest } from '../core/load.ts';
import { bodyOf } from '../core/records/bodies.ts';
import { fillTenant, type FilledTenant } from '../core/records/filled-tenants.ts';
import type { BenchFigures, BenchOutcome } from '../core/word.ts';

/** The cost of reads of a contact and of a customer, and of a customer's update, for a person and for a client. */
export function benchSurfaces(
  { concurrency = 16, rounds = 15 }: BenchFigures,
  say: (line: string) => void,
): Promise<BenchOutcome> {
  return onPlatform({ say, without: ['change-feed-worker'] }, async (platform) => {
    const [made] = await createTenants(platform, 1);
    if (!made) {
      throw new Error('There is no tenant whose customers are read.');
    }
    const tenant = await fillTenant(await platform.origin('public-api'), made, { customers, contacts });
    const { accessToken } = await newPerson(platform, { tenantId: tenant.tenant.id });
    const outcomes: BenchOutcome[] = [];
    const pairs = [
      readsOf('contact', tenant, accessToken),
      readsOf('customer', tenant, accessToken),
      await updatesOf(platform, tenant, accessToken),
    ];
    for (const pair of pairs) {
      outcomes.push(await comparePair(platform, pair, { rounds, concurrency }));
    }
    return {
      document: { compared: outcomes.map(({ document }) => document) },
      text: outcomes.map(({ text }) => text).join('\n\n'),
    };
  });
}

const customers = 500;
const contacts = 500;

/** One request on both surfaces. */
interface Pair {
  readonly title: string;
  readonly ofClient: (number: number) => LoadRequest;
  readonly ofPerson: (number: number) => LoadRequest;
}

/** A person's read of a customer counts what the customer has besides, in the same statement. */
const readTitles = {
  contact: "A person's read of a contact, beside a client's; at most 1.25",
  customer: "A person's read of a customer with its figures, beside a client's without",
};

function readsOf(kind: keyof typeof readTitles, { ids, token }: FilledTenant, accessToken: string): Pair {
  const all = ids[`${kind}s`];
  const idOf = (number: number): string | undefined => all[number % all.length];
  return {
    title: readTitles[kind],
    ofClient: (number) => ({ method: 'GET', path: `/api/v1/${kind}s/${idOf(number)}`, headers: headersOf(token) }),
    ofPerson: (number) => ({
      method: 'GET',
      path: `/api/v1/${kind}/get/${idOf(number)}`,
      headers: headersOf(accessToken),
    }),
  };
}

/** Each update sends all members and changes the description. */
async function updatesOf(
  platform: TemporaryPlatform,
  { ids, token }: FilledTenant,
  accessToken: string,
): Promise<Pair> {
  const origin = await platform.origin('application-api');
  const shown: object[] = [];
  for (const id of ids.customers) {
    const answer = await fetch(`${origin}/api/v1/customer/get/${id}`, { headers: headersOf(accessToken) });
    shown.push(((await answer.json()) as { readonly data: object }).data);
  }
  return {
    title: "A person's update of a customer, beside a client's; at most 1.25",
    ofClient: (number) => ({
      method: 'PUT',
      path: `/api/v1/customers/${ids.customers[number % customers]}`,
      headers: headersOf(token),
      body: JSON.stringify({ ...bodyOf('customers', number % customers, ids), description: `From a client ${number}` }),
    }),
    ofPerson: (number) => ({
      method: 'PUT',
      path: '/api/v1/customer/update',
      headers: headersOf(accessToken),
      body: JSON.stringify({ ...shown[number % customers], description: `From a person ${number}` }),
    }),
  };
}

async function comparePair(
  platform: TemporaryPlatform,
  { title, ofClient, ofPerson }: Pair,
  figures: { readonly rounds: number; readonly concurrency: number },
): Promise<BenchOutcome> {
  const servers = { PostgreSQL: await platform.pid('postgres'), Redis: await platform.pid('redis') };
  const contenderOf = async (name: string, service: string, request: Pair['ofClient']) => ({
    name,
    origin: await platform.origin(service),
    processes: { Node: await platform.pid(service), ...servers },
    status: 200,
    request,
  });
  return compare({
    title,
    contenders: [
      await contenderOf('a client', 'public-api', ofClient),
      await contenderOf('a person', 'application-api', ofPerson),
    ],
    plan: { ...figures, warmUpRounds: 4, requestsPerRound: 1_000 },
    counted: ['Node', 'PostgreSQL'],
  });
}

function headersOf(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
}
