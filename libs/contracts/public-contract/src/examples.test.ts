import type { Contract, Endpoint } from '@rapport/http-contract';
import { requestParser } from '@rapport/http-contract/parsing';
import { expect, test } from 'vitest';
import { contracts } from './contracts.ts';

const endpoints: readonly Endpoint[] = Object.values<Contract>(contracts).flatMap((contract) =>
  Object.values(contract),
);

test('every operation has an example', () => {
  expect(endpoints.filter(({ example }) => example === undefined)).toEqual([]);
});

test.each(endpoints.map((endpoint) => [endpoint.operationId, endpoint] as const))(
  'the example of %s is a request that it takes, and an answer that it may give',
  (_, endpoint) => {
    const { example = {}, success } = endpoint;
    const { params = {}, query = {}, headers = {}, body, answer } = example;
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    ).toString();
    if (endpoint.bodyType === 'form') {
      expect(endpoint.body?.safeParse(body).error).toBeUndefined();
    } else {
      const sent = endpoint.body && { value: structuredClone(body), errors: undefined };
      expect(() => requestParser(endpoint)({ params, search, headers, body: sent })).not.toThrow();
    }
    expect(success.body === undefined).toBe(answer === undefined);
    expect(success.body?.safeParse(answer).error).toBeUndefined();
  },
);
