import { describe, expect, test } from 'vitest';
import { expectProblem } from './problems.ts';
import { raw } from './raw.ts';
import { expectDone, newName, newToken, newTenant, type TestClient } from './tenant.ts';

const missingId = '01890000-0000-7000-8000-000000000000';

async function limited(requestsPerMinute: number): Promise<TestClient> {
  return (await newTenant({ requestsPerMinute })).client();
}

function restOf(headers: Headers): number {
  return Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
}

describe('the limit is exact', () => {
  test('of many requests at the same time on two processes exactly the number of the limit gets through', async () => {
    const client = await limited(25);
    const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => client.on(index % 2).listCustomers()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(25);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(35);
  });

  test('reads, writes and refused requests share a limit, whose rest counts down', async () => {
    const client = await limited(6);
    const answers = [
      await client.on(0).listCustomers(),
      await client.on(1).listCustomerChanges(),
      await client.on(0).createCustomer({ body: { name: newName() } }),
      await client.on(1).createCustomer({ body: { name: '' } }),
      await client.on(0).getCustomer({ params: { id: missingId } }),
      await client.on(1).listCustomers({ query: { cursor: 'nonsense' } }),
      await client.on(0).listCustomers(),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 201, 400, 404, 400, 429]);
    expect(answers.map(({ headers }) => restOf(headers))).toEqual([5, 4, 3, 2, 1, 0, 0]);
    for (const { headers } of answers) {
      expect(headers.get('ratelimit-policy')).toBe('"business";q=6;w=60');
    }
  });

  test('each client of a tenant has a limit of its own', async () => {
    const tenant = await newTenant({ requestsPerMinute: 2 });
    const [client, other] = [await tenant.client(), await tenant.client()];
    for (const status of [200, 200, 429]) {
      expect((await client.listCustomers()).status).toBe(status);
    }
    expectDone(await other.listCustomers(), 200);
  });

  test('another token or a forged address does not raise the limit of a client', async () => {
    const client = await limited(3);
    const again = client.withToken(await newToken(client, 'customers.read'));
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => again.listCustomers()),
      ...Array.from({ length: 4 }, (_, index) =>
        client.listCustomers({
          headers: { 'x-forwarded-for': `203.0.113.${index}`, forwarded: `for=203.0.113.${index}` },
        }),
      ),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  });

  test('a request without a valid token takes nothing from the limit of a client', async () => {
    const client = await limited(1);
    expectProblem(await client.withToken(`${client.token}x`).listCustomers(), 401, 'token_invalid');
    expectProblem(await raw('GET', '/api/v1/invoices', { token: client.token }), 404, 'route_not_found');
    expectDone(await client.listCustomers(), 200);
  });
});

describe('the wait', () => {
  test('Retry-After has whole seconds until the oldest request is a minute old, and does not grow with further requests', async () => {
    const client = await limited(2);
    const first = Date.now();
    expectDone(await client.listCustomers(), 200);
    const afterFirst = Date.now();
    expectDone(await client.listCustomers(), 200);
    let last = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const asked = Date.now();
      const refused = await client.on(attempt % 2).listCustomers();
      const answered = Date.now();
      expectProblem(refused, 429, 'rate_limited');
      const wait = refused.headers.get('retry-after') ?? '';
      expect(wait).toMatch(/^\d+$/);
      expect(Number(wait)).toBeGreaterThanOrEqual(Math.ceil((first + 60_000 - answered) / 1_000));
      expect(Number(wait)).toBeLessThanOrEqual(Math.ceil((afterFirst + 60_000 - asked) / 1_000));
      expect(Number(wait)).toBeLessThanOrEqual(last);
      last = Number(wait);
    }
  });

  test('RateLimit has the same seconds as Retry-After', async () => {
    const client = await limited(1);
    await client.listCustomers();
    const refused = await client.listCustomers();
    expectProblem(refused, 429, 'rate_limited');
    const wait = refused.headers.get('retry-after');
    expect(refused.headers.get('ratelimit')).toBe(`"business";r=0;t=${wait}`);
  });
});
