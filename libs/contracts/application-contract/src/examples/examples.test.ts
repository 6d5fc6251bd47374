import type { Contract, Endpoint } from '@rapport/http-contract';
import { requestParser } from '@rapport/http-contract/parsing';
import { expect, test } from 'vitest';
import { contracts } from '../contracts.ts';
import { examples } from './with-examples.ts';

const endpoints: readonly Endpoint[] = Object.values<Contract>(contracts).flatMap((contract) =>
  Object.values(contract),
);
const taking = endpoints.filter(({ body, file }) => body !== undefined || file !== undefined);

test('every operation that takes a body has an example, and no example is of another operation', () => {
  expect(Object.keys(examples).toSorted()).toEqual(taking.map(({ operationId }) => operationId).toSorted());
});

test.each(taking.map((endpoint) => [endpoint.operationId, endpoint] as const))(
  'the example of %s is a request that it takes',
  (_, endpoint) => {
    const { params = {}, query = {}, body } = endpoint.example ?? {};
    const search = new URLSearchParams(query as Record<string, string>).toString();
    const sent = endpoint.body && { value: structuredClone(body), errors: undefined };
    expect(() => requestParser(endpoint)({ params, search, headers: {}, body: sent })).not.toThrow();
  },
);
