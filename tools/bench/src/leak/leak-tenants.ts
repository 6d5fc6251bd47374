import { createClient } from '@rapport/http-contract/client';
import { tokenContract } from '@rapport/public-contract';
import { apiClientContract, tenantContract } from '@rapport/subscription-contract';
import type { OperatorAccess } from '@rapport/rapport';
import type { BenchPlatform } from '../core/bench-platform.ts';
import type { AskedRequest } from './asked-request.ts';

/** A record as one of its answers showed it. */
export interface SeenRecord {
  readonly id: string;
  readonly etag: string;
  readonly externalId: string;
}

/** An API client of a tenant of its own, and the little that it remembers of what it was answered. */
export interface LeakTenant {
  readonly id: string;
  readonly operator: OperatorAccess;
  readonly clientId: string;
  readonly clientSecret: string;
  token: string;
  hasSecondToken: boolean;
  readonly readOnlyToken: string;
  /** Its limits are so low that most of its requests are refused. */
  readonly isLimited: boolean;
  /** The newest ones; older ones are forgotten here and stay there. */
  readonly records: SeenRecord[];
  /** The queries that go on where the last pages ended. */
  readonly next: { customers?: string; changes?: string };
  /** The request that follows with the key of the one before. */
  readonly keyed: { next?: AskedRequest | undefined };
}

const limitedEvery = 20;

export async function createLeakTenants(platform: BenchPlatform, count: number): Promise<LeakTenant[]> {
  const { baseUrl, operator } = platform;
  const headers = (): Record<string, string> => ({ authorization: `Bearer ${operator.credential}` });
  const operators = createClient({ ...tenantContract, ...apiClientContract }, { baseUrl: operator.url, headers });
  const tenants: LeakTenant[] = [];
  for (let number = 1; number <= count; number += 1) {
    const isLimited = number % limitedEvery === 0;
    const limits = isLimited
      ? { requestsPerMinute: 60, tokenRequestsPerMinute: 5 }
      : { requestsPerMinute: 1_000_000, tokenRequestsPerMinute: 1_000_000 };
    const name = `Leak ${number}`;
    const tenant = made(
      await operators.createTenant({
        body: { name, ownerEmail: `owner${number}@bench.example`, plan: 'enterprise', ...limits },
      }),
    );
    const { tenantId, owner } = tenant;
    const { clientId, clientSecret } = made(
      await operators.createApiClient({ params: { tenantId }, body: { name, runAsUserId: owner.userId } }),
    );
    const token = await getToken(baseUrl, { clientId, clientSecret });
    const readOnlyToken = await getToken(baseUrl, { clientId, clientSecret }, 'customers.read');
    tenants.push({
      id: tenantId,
      operator,
      clientId,
      clientSecret,
      token,
      hasSecondToken: false,
      readOnlyToken,
      isLimited,
      records: [],
      next: {},
      keyed: {},
    });
  }
  return tenants;
}

async function getToken(
  baseUrl: string,
  { clientId, clientSecret }: Pick<LeakTenant, 'clientId' | 'clientSecret'>,
  scope?: string,
): Promise<string> {
  const issued = await createClient(tokenContract, { baseUrl }).issueToken({
    body: {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      ...(scope !== undefined && { scope }),
    },
  });
  if (issued.status !== 200) {
    throw new Error(`A token was refused with ${issued.status}.`);
  }
  return issued.body.access_token;
}

function made<A extends { readonly status: number; readonly body: unknown }>(
  answer: A,
): Extract<A, { readonly status: 201 }>['body'] {
  if (answer.status !== 201) {
    throw new Error(`The operators were refused with ${answer.status}.`);
  }
  return answer.body;
}
