import type { RunningPlatform } from '@rapport/testbed';
import { newPerson } from '../core/bench-person.ts';
import { onPlatform } from '../core/bench-platform.ts';
import { createTenants } from '../core/bench-tenants.ts';
import { compare } from '../core/compare.ts';
import { contenderOf, type CheckoutBench, type Requests } from '../core/compare-checkouts.ts';
import { fillTenant } from '../core/records/filled-tenants.ts';
import type { BenchWord } from '../core/word.ts';

const without = ['change-feed-worker'];
const opportunities = 500;

/** The cost of a person's step of an opportunity, beside the person's update of it. */
export const benchStep: BenchWord = (figures, say) =>
  onPlatform({ say, without }, async (platform) => {
    const { update, step } = await requestsOn(platform);
    return compare({
      title: "A person's step of an opportunity, beside an update of it",
      contenders: [await contenderOf('an update', platform, update), await contenderOf('a step', platform, step)],
      plan: plan(figures),
      counted: ['Node', 'PostgreSQL'],
    });
  });

export const stepCheckouts: CheckoutBench = {
  without,
  plan,
  requestsOn: async (platform) => Object.values(await requestsOn(platform)),
};

function plan({ concurrency = 16, rounds = 15 }: Parameters<BenchWord>[0]): ReturnType<CheckoutBench['plan']> {
  return { rounds, concurrency, warmUpRounds: 4, requestsPerRound: 1_000 };
}

async function requestsOn(platform: RunningPlatform): Promise<Record<'step' | 'update', Requests>> {
  const [made] = await createTenants(platform, 1);
  if (!made) {
    throw new Error('There is no tenant whose opportunities change.');
  }
  const filling = { customers: 100, contacts: 100, leads: 100, opportunities };
  const { tenant, ids } = await fillTenant(await platform.origin('public-api'), made, filling);
  const { accessToken } = await newPerson(platform, { tenantId: tenant.id });
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
  const origin = await platform.origin('application-api');
  const shown: object[] = [];
  for (const id of ids.opportunities) {
    const answer = await fetch(`${origin}/api/v1/opportunity/get/${id}`, { headers });
    shown.push(((await answer.json()) as { readonly data: object }).data);
  }
  const common = { service: 'application-api', status: 200 };
  return {
    step: {
      ...common,
      title: "A person's step of an opportunity, to and fro",
      request: (number) => {
        const stage = Math.floor(number / opportunities) % 2 === 0 ? 'proposal' : 'prospecting';
        const path = `/api/v1/opportunity/stage/${ids.opportunities[number % opportunities]}/${stage}`;
        return { method: 'GET', path, headers };
      },
    },
    update: {
      ...common,
      title: "A person's update of an opportunity",
      request: (number) => {
        const body = { ...shown[number % opportunities], description: `From a person ${number}` };
        return { method: 'PUT', path: '/api/v1/opportunity/update', headers, body: JSON.stringify(body) };
      },
    },
  };
}
