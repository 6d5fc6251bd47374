import { contracts as applicationContracts } from '@rapport/application-contract';
import { contracts as publicContracts } from '@rapport/public-contract';
import { expect, test } from 'vitest';
import { routesFrom, serviceFor, type ServedPaths } from './routes.ts';

const served = {
  'token-service': { issue: { path: '/connect/token' }, keys: { path: '/.well-known/jwks' } },
  'public-api': { get: { path: '/api/v1/customers/{id}' }, list: { path: '/api/v1/customers' } },
  'application-api': { create: { path: '/api/v1/customer/create' } },
};

const routes = routesFrom([served], 'public-api');

test.each([
  ['/connect/token', 'token-service'],
  ['/connect/nothing-of-the-kind?x', 'token-service'],
  ['/.well-known/jwks', 'token-service'],
  ['/api/v1/customers', 'public-api'],
  ['/api/v1/customers?pageSize=1', 'public-api'],
  ['/api/v1/customers/1/x', 'public-api'],
  ['/api/v1/customer/create', 'application-api'],
  ['/api/v1/customer', 'application-api'],
  ['/api/v1/customersx', 'public-api'],
  ['/connection', 'public-api'],
  ['/CONNECT/token', 'public-api'],
  ['/', 'public-api'],
  ['//connect/token', 'public-api'],
])('%s is answered by the %s', (target, service) => {
  expect(serviceFor(target, routes)).toBe(service);
});

test.each(['', '*', 'nonsense'])('"%s" is no path', (target) => {
  expect(serviceFor(target, routes)).toBeUndefined();
});

test('a path that two services promise belongs to nobody, and so to the last line', () => {
  const both = { one: { a: { path: '/x/{id}' } }, other: { b: { path: '/x' } } };
  expect(routesFrom([both], 'last')).toEqual([{ prefix: '', service: 'last' }]);
});

test('the table that our contracts make leads each endpoint to its service', () => {
  const promised: ServedPaths[] = [publicContracts, applicationContracts];
  const ours = routesFrom(promised, 'public-api');
  for (const [service, endpoints] of promised.flatMap((surface) => Object.entries(surface))) {
    for (const { path } of Object.values(endpoints)) expect(serviceFor(path, ours)).toBe(service);
  }
});
