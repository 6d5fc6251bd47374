import { setTimeout as delay } from 'node:timers/promises';
import { campaignMemberContract, customerGroupContract, recordContract } from '@rapport/application-contract';
import { Failure } from '@rapport/command-line';
import { createClient, type Client } from '@rapport/http-contract/client';
import { publicContract, tokenContract } from '@rapport/public-contract';
import { Browser } from '../people/browser.ts';
import { signIn } from '../people/code-flow.ts';
import type { Demo } from '../platform/demo.ts';

const peoplesContract = { ...recordContract, ...customerGroupContract, ...campaignMemberContract };

/** The demo client, which writes records in batches, and the demo owner, who does what people alone do. */
export interface SampleCallers {
  readonly client: Client<typeof publicContract>;
  readonly person: Client<typeof peoplesContract>;
}

export async function sampleCallers(baseUrl: string, demo: Demo): Promise<SampleCallers> {
  const { clientId, clientSecret, ownerEmail: email, ownerPassword: password } = demo;
  if (password === null) {
    throw new Failure("The sample is made as the demo tenant's owner, whose password was changed.");
  }
  const grant = { grant_type: 'client_credentials' as const, client_id: clientId, client_secret: clientSecret };
  const granted = await createClient(tokenContract, { baseUrl }).issueToken({ body: grant });
  if (granted.status !== 200) {
    throw new Failure(`The demo client gets no token (${granted.status}), so there is no sample.`);
  }
  const { accessToken } = await signIn(baseUrl, new Browser(baseUrl), { email, password }, { access_type: 'online' });
  const bearing = (token: string) => ({
    baseUrl,
    headers: () => ({ authorization: `Bearer ${token}` }),
    fetch: withinLimits,
  });
  return {
    client: createClient(publicContract, bearing(granted.body.access_token)),
    person: createClient(peoplesContract, bearing(accessToken)),
  };
}

/** The sample keeps to the limits of its tenant, and waits as it is told. */
const withinLimits: typeof fetch = async (address, request) => {
  for (;;) {
    const answer = await fetch(address, request);
    if (answer.status !== 429 && answer.status !== 503) {
      return answer;
    }
    await answer.body?.cancel();
    await delay(Number(answer.headers.get('retry-after') ?? 1) * 1_000);
  }
};
