import { expect, test } from 'vitest';
import { RedirectAddresses } from './console-client.ts';

const redirects = new RedirectAddresses('https://own.example', ['https://crm.example/callback']);

test.each([
  'https://crm.example/callback',
  'https://own.example/console/callback',
  'http://127.0.0.1:1/callback',
  'http://127.0.0.1:65535/callback',
  'http://[::1]:49152/callback',
])('a browser may be sent to %s', (address) => {
  expect(redirects.includes(address)).toBe(true);
});

test.each([
  'https://crm.example/callback/',
  'https://crm.example/console/callback',
  'https://own.example/console/callback/',
  'https://own.example/console/callback?x',
  'https://own.example/callback',
  'https://crm.example/callback?x=1',
  'https://CRM.example/callback',
  'http://127.0.0.1/callback',
  'http://127.0.0.1:0/callback',
  'http://127.0.0.1:080/callback',
  'http://127.0.0.1:65536/callback',
  'http://127.0.0.1:1/callback#x',
  'http://127.0.0.1:1/Callback',
  'http://127.0.0.1:1/callback\n',
  'http://127.0.0.2:1/callback',
  'http://[::1]/callback',
  'http://localhost:1/callback',
  'https://127.0.0.1:1/callback',
  ' http://127.0.0.1:1/callback',
])('no browser is sent to %j', (address) => {
  expect(redirects.includes(address)).toBe(false);
});
