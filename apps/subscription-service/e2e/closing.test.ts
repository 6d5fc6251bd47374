import { issueToken, newName, operatorClient, Processes, Tenant, until } from '@rapport/testbed';
import { expect, inject, test } from 'vitest';

const platform = inject('platform');
const { baseUrl, operatorUrl, operatorCredential } = platform;
const operator = operatorClient({ url: operatorUrl, credential: operatorCredential });
const replicas = (await new Processes(platform).of('public-api')).map(({ url }) => url);

type Closing = (params: { readonly tenantId: string }) => Promise<{ readonly status: number; readonly body?: unknown }>;

const closings: Readonly<Record<string, Closing>> = {
  suspend: (params) => operator.suspendTenant({ params }),
  'cancel now': (params) => operator.cancelSubscription({ params, body: { effective: 'now' } }),
  'a plan without the public API': (params) => operator.changePlan({ params, body: { planCode: 'free' } }),
};

test.each(Object.entries(closings))(
  '%s: of the requests that are sent after its answer none passes, however many are under way',
  async (_, close) => {
    const tenant = await Tenant.make(operator);
    const clients = [await tenant.client(), await tenant.client()];
    const tokens = await Promise.all(clients.map((client) => issueToken(baseUrl, client)));
    const load = new Load(tokens);
    await load.reaches(200);
    expect(load.counts.refusedBefore).toBe(0);
    expect((await close({ tenantId: tenant.id })).status).toBe(200);
    load.isClosed = true;
    await load.reaches(1_000);
    await load.end();
    const { servedBefore, servedAfter, refusedAfter, otherwise } = load.counts;
    expect({ servedAfter, otherwise }).toEqual({ servedAfter: 0, otherwise: [] });
    expect(servedBefore).toBeGreaterThanOrEqual(200);
    expect(refusedAfter).toBeGreaterThanOrEqual(1_000);
    expect(replicas).toHaveLength(2);
  },
);

/** Each token asks each replica, and the base address, over connections that stay, by reads and by writes. */
class Load {
  /** Whether the change that closes the API has been answered. */
  isClosed = false;
  readonly counts = { servedBefore: 0, refusedBefore: 0, servedAfter: 0, refusedAfter: 0, otherwise: [] as string[] };
  readonly #loops: Promise<void>[];
  #hasEnded = false;

  constructor(tokens: readonly string[]) {
    this.#loops = [...replicas, baseUrl].flatMap((origin) =>
      tokens.flatMap((token) => [this.#loop(origin, token, 'GET'), this.#loop(origin, token, 'POST')]),
    );
  }

  /** Waits until this many were answered since the change, or until it where there was none yet. */
  async reaches(count: number): Promise<void> {
    const { counts } = this;
    const answered = () => (this.isClosed ? counts.servedAfter + counts.refusedAfter : counts.servedBefore);
    await until(
      () => answered() >= count || counts.otherwise.length > 0,
      60_000,
      () => `only ${answered()} requests were answered`,
    );
  }

  async end(): Promise<void> {
    this.#hasEnded = true;
    await Promise.all(this.#loops);
  }

  async #loop(origin: string, token: string, method: 'GET' | 'POST'): Promise<void> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    while (!this.#hasEnded) {
      const sentAfter = this.isClosed;
      const body = method === 'POST' ? JSON.stringify({ name: newName() }) : null;
      const answer = await fetch(`${origin}/api/v1/customers`, { method, headers, body });
      this.#count(answer.status, (await answer.json()) as { code?: string }, sentAfter);
    }
  }

  #count(status: number, { code }: { readonly code?: string }, sentAfter: boolean): void {
    if (status < 300) {
      this.counts[sentAfter ? 'servedAfter' : 'servedBefore'] += 1;
    } else if (status === 403 && code === 'subscription_required') {
      this.counts[sentAfter ? 'refusedAfter' : 'refusedBefore'] += 1;
    } else {
      this.counts.otherwise.push(`${status} ${code}`);
    }
  }
}
