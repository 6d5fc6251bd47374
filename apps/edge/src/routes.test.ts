import { contracts as applicationContracts } from '@rapport/application-contract';
import { failureFormOf } from '@rapport/http-contract';
import { contracts as publicContracts } from '@rapport/public-contract';
import { expect, test } from 'vitest';
import { valueFor } from './path-table.ts';
import { failureFormsFrom, routesFrom, type Served } from './routes.ts';

const served: Served = {
  'token-service': { issue: { path: '/connect/token', bodyType: 'form' }, keys: { path: '/.well-known/jwks' } },
  'public-api': { get: { path: '/api/v1/customers/{id}' }, list: { path: '/api/v1/customers' } },
  'application-api': { create: { path: '/api/v1/customer/create', envelope: 'apiResult' } },
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
  expect(valueFor(target, routes)).toBe(service);
});

test.each(['', '*', 'nonsense'])('"%s" is no path', (target) => {
  expect(valueFor(target, routes)).toBeUndefined();
});

test('a path that two services promise belongs to nobody, and so to the last line', () => {
  const both = { one: { a: { path: '/x/{id}' } }, other: { b: { path: '/x' } } };
  expect(routesFrom([both], 'last')).toEqual([{ prefix: '', value: 'last' }]);
});

test('the table that our contracts make leads each endpoint to its service', () => {
  const promised: Served[] = [publicContracts, applicationContracts];
  const ours = routesFrom(promised, 'public-api');
  for (const [service, endpoints] of promised.flatMap((surface) => Object.entries(surface))) {
    for (const { path } of Object.values(endpoints)) expect(valueFor(path, ours)).toBe(service);
  }
});

test.each([
  ['/connect/token', 'oauth'],
  ['/connect/nothing-of-the-kind', 'oauth'],
  ['/.well-known/jwks', 'problem'],
  ['/api/v1/customers/1', 'problem'],
  ['/api/v1/customer/create', 'apiResult'],
  ['/api/v1/customer?x', 'apiResult'],
  ['/api/v1', 'problem'],
  ['/nothing', 'problem'],
])('failures at %s are told in the form %s', (target, form) => {
  expect(valueFor(target, failureFormsFrom([served]))).toBe(form);
});

test('the table that our contracts make tells failures at each path as its endpoint does', () => {
  const promised: Served[] = [publicContracts, applicationContracts];
  const ours = failureFormsFrom(promised);
  const endpoints = promised.flatMap((surface) => Object.values(surface)).flatMap((each) => Object.values(each));
  for (const endpoint of endpoints) expect(valueFor(endpoint.path, ours)).toBe(failureFormOf(endpoint));
});
