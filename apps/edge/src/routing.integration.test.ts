import { contracts as applicationContracts } from '@rapport/application-contract';
import { failureFormOf } from '@rapport/http-contract/failures';
import { contracts as publicContracts } from '@rapport/public-contract';
import { companyContracts } from '@rapport/subscription-contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Served } from './routes.ts';
import { ask, askRaw, cleanUp, proxyBefore, replica, type Proxy, type Replica } from './testing/proxy.ts';

/** The proxy serves the real contracts before processes that answer with the name of their service. */
let proxy: Proxy;
let tokens: Replica;

beforeAll(async () => {
  const api = await replica((_, res) => res.end('public-api'));
  tokens = await replica((_, res) => res.end('token-service'));
  const application = await replica((_, res) => res.end('application-api'));
  const subscriptions = await replica((_, res) => res.end('subscription-service'));
  const processes = {
    'public-api': [api],
    'token-service': [tokens],
    'application-api': [application],
    'subscription-service': [subscriptions],
  };
  proxy = await proxyBefore([], { processes });
});

afterAll(cleanUp);

const promised = [publicContracts, applicationContracts, companyContracts]
  .flatMap((surface: Served) => Object.entries(surface))
  .flatMap(([service, endpoints]) => Object.values(endpoints).map((endpoint) => ({ service, endpoint })));

test.each(promised.map(({ service, endpoint }) => [endpoint.path, service]))(
  'the path %s leads to the %s',
  async (path, service) => {
    expect(await ask(proxy, { path: path.replaceAll(/[{}]/g, '') })).toMatchObject({ status: 200, body: service });
  },
);

test.each([
  ['/connect/nothing-of-the-kind?x', 'token-service'],
  ['/connect', 'token-service'],
  ['/api/v1/auth/anything', 'token-service'],
  ['/api/v1/customers?pageSize=1', 'public-api'],
  ['/api/v1/customersx', 'public-api'],
  ['/api/v1/authx', 'public-api'],
  ['/api/v1/user', 'application-api'],
  ['/api/v1/user/anything', 'application-api'],
  ['/api/v1/customer/anything', 'application-api'],
  ['/subscription/v1/operator/tenants', 'subscription-service'],
  ['/api/v1/customer-timeline/search', 'application-api'],
  ['/api/v1/users', 'public-api'],
  ['/api/v1/User/me', 'public-api'],
  ['/connection', 'public-api'],
  ['/CONNECT/token', 'public-api'],
  ['/', 'public-api'],
  ['//connect/token', 'public-api'],
  ['/x?/connect/token', 'public-api'],
])('the address %s is answered by the %s', async (path, service) => {
  expect((await ask(proxy, { path })).body).toBe(service);
});

test('an absolute target leads to the same service as its path', async () => {
  const answer = await askRaw(proxy, 'GET http://a/connect/x?y HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  expect(answer).toMatch(/200 OK[^]*token-service/);
  expect(tokens.requests.at(-1)?.url).toBe('/connect/x?y');
});

describe('the edge answers failures in the form of the path', () => {
  let alone: Proxy;

  beforeAll(async () => {
    const gone = { host: '127.0.0.1', port: 1, managementPort: 1 };
    alone = await proxyBefore([gone]);
  });

  const members = {
    problem: ['type', 'title', 'status', 'detail', 'instance', 'code', 'help', 'traceId'],
    oauth: [
      ...['error', 'error_description', 'error_uri'],
      ...['type', 'title', 'status', 'detail', 'instance', 'code', 'help', 'traceId'],
    ],
    apiResult: ['isSuccess', 'data', 'message', 'errorCode', 'errors', 'traceId'],
  };

  test.each([
    ...promised.map(({ endpoint }) => [endpoint.path.replaceAll(/[{}]/g, ''), failureFormOf(endpoint)] as const),
    ['/connect/nothing-of-the-kind', 'oauth'] as const,
    ['/api/v1/auth/anything', 'apiResult'] as const,
    ['/api/v1/user', 'apiResult'] as const,
    ['/api/v1/customer/anything', 'apiResult'] as const,
    ['/api/v1/users', 'problem'] as const,
    ['/api/v1', 'problem'] as const,
    ['/nothing?x=/connect/token', 'problem'] as const,
  ])('a failure at %s is answered in the form %s', async (path, form) => {
    const { status, headers, body } = await ask(alone, { path });
    expect(status).toBe(503);
    expect(headers['content-type']).toBe(form === 'problem' ? 'application/problem+json' : 'application/json');
    expect(Object.keys(JSON.parse(body) as object)).toEqual(members[form]);
  });
});
