import { expect, test } from 'vitest';
import { ClientAddress } from './client-address.ts';

const addresses = new ClientAddress(['127.0.0.0/8', '10.0.0.0/8']);

test('a caller behind no trusted proxy cannot choose the address by which it is counted', () => {
  expect(addresses.of('203.0.113.7', '198.51.100.1')).toBe('203.0.113.7');
});

test('a trusted proxy names the address of the caller, which is the last one in its list', () => {
  expect(addresses.of('127.0.0.1', '198.51.100.1, 203.0.113.9')).toBe('203.0.113.9');
  expect(addresses.of('::ffff:10.1.2.3', '203.0.113.9')).toBe('203.0.113.9');
});

test('behind several trusted proxies the address before the first of them counts', () => {
  expect(addresses.of('127.0.0.1', '198.51.100.1, 203.0.113.9, 10.0.0.7')).toBe('203.0.113.9');
  expect(addresses.of('127.0.0.1', '10.9.9.9, 10.0.0.7')).toBe('10.9.9.9');
});

test('neither a port nor brackets are part of the address', () => {
  expect(addresses.of('127.0.0.1', '203.0.113.7:51234')).toBe('203.0.113.7');
  expect(addresses.of('127.0.0.1', '[2001:db8:1:2::1]:51234')).toBe('2001:db8:1:2::');
  expect(addresses.of('127.0.0.1', '[2001:db8:1:2::1]')).toBe('2001:db8:1:2::');
});

test('a text that is no address is not taken over', () => {
  expect(addresses.of('127.0.0.1', 'garbage')).toBe('127.0.0.1');
  expect(addresses.of('127.0.0.1', '')).toBe('127.0.0.1');
});

test('an IPv6 address counts by its /64', () => {
  expect(addresses.of('2001:db8:1:2:3:4:5:6', undefined)).toBe('2001:db8:1:2::');
  expect(addresses.of('2001:db8::6', undefined)).toBe('2001:db8:0:0::');
});

test('a trusted network that is not a network is refused', () => {
  expect(() => new ClientAddress(['everything'])).toThrow('TRUSTED_PROXIES');
});
