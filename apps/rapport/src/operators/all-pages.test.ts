import { expect, test } from 'vitest';
import { allPages, type NextPage } from './all-pages.ts';

const tenants = Array.from({ length: 5 }, (_, index) => ({ tenantId: `t${index}` }));

test('a list is asked for until a page is empty, each page behind the last item of the one before', async () => {
  const asked: (string | undefined)[] = [];
  const answer = await allPages('tenantId', async ({ after }: NextPage) => {
    asked.push(after);
    const begin = tenants.findIndex(({ tenantId }) => tenantId === after) + 1;
    return { status: 200, body: { tenants: tenants.slice(begin, begin + 2) } };
  });
  expect(answer).toEqual({ status: 200, body: { tenants } });
  expect(asked).toEqual([undefined, 't1', 't3', 't4']);
});

test('a list of one thing, which answers it whatever page is asked for, has it once', async () => {
  const answer = { status: 200, body: { suppressed: [{ address: 'ada@example.com' }] } };
  let asked = 0;
  const ask = async () => ((asked += 1) > 2 ? expect.fail('it is asked for again') : answer);
  expect(await allPages('address', ask)).toEqual(answer);
});

test('a refusal of a page is the answer', async () => {
  const refusal = { status: 404, body: { detail: 'There is no such tenant.' } };
  expect(await allPages('tenantId', async () => refusal)).toBe(refusal);
});
