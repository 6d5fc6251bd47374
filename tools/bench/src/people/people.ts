import { Tenant, type TemporaryPlatform } from '@rapport/testbed';
import { onPlatform } from '../core/bench-platform.ts';
import { createTenants, type BenchTenant } from '../core/bench-tenants.ts';
import { compare } from '../core/compare.ts';
import type { LoadRequest } from '../core/load.ts';
import { fillTenant } from '../core/records/filled-tenants.ts';
import type { BenchFigures, BenchOutcome } from '../core/word.ts';
import { newPerson, type BenchPerson } from '../core/bench-person.ts';
import { measureGuesses } from './guesses.ts';
import { RefreshChains } from './refresh-chains.ts';
import { measureRoleChange } from './role-change.ts';
import { measureSignIn } from './sign-in.ts';

/**
 * The cost of people's requests beside clients': a read, a token, a sign-in without its hash, a change of a role
 * that many users hold, and tokens beside wrong sign-ins.
 */
export function benchPeople(
  { concurrency = 16, rounds = 15 }: BenchFigures,
  say: (line: string) => void,
): Promise<BenchOutcome> {
  return onPlatform({ say, without: ['change-feed-worker'] }, async (platform) => {
    const [tenant] = await createTenants(platform, 1);
    if (!tenant) {
      throw new Error('There is no tenant of which a person reads.');
    }
    const person = await newPerson(platform);
    const outcomes = [
      await compareReads(platform, tenant, person, { rounds, concurrency }),
      await compareTokens(platform, person, { rounds, concurrency }),
      await measureSignIn(platform, person),
      await measureRoleChange(platform),
      await measureGuesses(platform),
    ];
    return {
      document: { compared: outcomes.map(({ document }) => document) },
      text: outcomes.map(({ text }) => text).join('\n\n'),
    };
  });
}

interface Figures {
  readonly rounds: number;
  readonly concurrency: number;
}

const records = 100;

async function compareReads(
  platform: TemporaryPlatform,
  tenant: BenchTenant,
  person: BenchPerson,
  figures: Figures,
): Promise<BenchOutcome> {
  const { ids } = await fillTenant(await platform.origin('public-api'), tenant, { customers: records });
  const servers = { PostgreSQL: await platform.pid('postgres'), Redis: await platform.pid('redis') };
  const [publicApi, applicationApi] = ['public-api', 'application-api'];
  const ofClient = { authorization: `Bearer ${tenant.token}` };
  const ofPerson = { authorization: `Bearer ${person.accessToken}` };
  const byId = (number: number): LoadRequest => ({
    method: 'GET',
    path: `/api/v1/customers/${ids.customers[number % ids.customers.length]}`,
    headers: ofClient,
  });
  return compare({
    title: 'GET user/me, beside a public GET by id; at most 1.25',
    contenders: [
      {
        name: 'public GET by id',
        origin: await platform.origin(publicApi),
        processes: { Node: await platform.pid(publicApi), ...servers },
        status: 200,
        request: byId,
      },
      {
        name: 'GET user/me',
        origin: await platform.origin(applicationApi),
        processes: { Node: await platform.pid(applicationApi), ...servers },
        status: 200,
        request: () => ({ method: 'GET', path: '/api/v1/user/me', headers: ofPerson }),
      },
    ],
    plan: { ...figures, warmUpRounds: 4, requestsPerRound: 1_000 },
    counted: ['Node', 'PostgreSQL'],
  });
}

async function compareTokens(
  platform: TemporaryPlatform,
  person: BenchPerson,
  { rounds, concurrency }: Figures,
): Promise<BenchOutcome> {
  const client = await (await Tenant.make(platform.operator)).client();
  const chains = await RefreshChains.begin(platform.baseUrl, person, concurrency * 4);
  const processes = {
    Node: await platform.pid('token-service'),
    PostgreSQL: await platform.pid('postgres'),
    Redis: await platform.pid('redis'),
  };
  const common = { origin: await platform.origin('token-service'), processes, status: 200 };
  const ofClient = {
    grant_type: 'client_credentials',
    client_id: client.clientId,
    client_secret: client.clientSecret,
  };
  return compare({
    title: "A refresh, beside a client's token; at most 1.5",
    contenders: [
      { ...common, name: 'client_credentials', request: (number) => tokenRequest(number, ofClient) },
      {
        ...common,
        name: 'refresh_token',
        request: (number) => tokenRequest(number, chains.form(number)),
        answered: (number, text) => chains.note(number, text),
      },
    ],
    plan: { rounds, concurrency, warmUpRounds: 2, requestsPerRound: 500 },
    counted: ['Node', 'PostgreSQL'],
  });
}

/** Refreshes of one address are limited, so the requests come from many, as those of people do. */
function tokenRequest(number: number, form: Readonly<Record<string, string>>): LoadRequest {
  return {
    method: 'POST',
    path: '/connect/token',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': `10.1.${Math.floor(number / 250) % 250}.${number % 250}`,
    },
    body: new URLSearchParams(form).toString(),
  };
}
