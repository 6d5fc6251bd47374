import { expect, test } from 'vitest';
import { SignupKeys } from './signup-keys.ts';

const fingerprint = Buffer.alloc(32, 7);

test('two replicas with one key keep one fingerprint of a request, and another key gives another', () => {
  const [one, other] = [new SignupKeys(Buffer.alloc(32, 1)), new SignupKeys(Buffer.alloc(32, 1))];
  expect(one.ofRequest(fingerprint)).toEqual(other.ofRequest(fingerprint));
  expect(one.ofRequest(fingerprint)).not.toEqual(new SignupKeys(Buffer.alloc(32, 2)).ofRequest(fingerprint));
  expect(one.ofRequest(fingerprint)).not.toEqual(one.ofRequest(Buffer.alloc(32, 8)));
});

test('a digest of an address is one for all its spellings, and none of a request', () => {
  const keys = new SignupKeys(Buffer.alloc(32, 1));
  expect(keys.ofAddress('A@example.test')).toBe(keys.ofAddress('a@EXAMPLE.test'));
  expect(keys.ofAddress('a@example.test')).not.toBe(keys.ofAddress('b@example.test'));
  expect(keys.ofAddress('a@example.test')).not.toBe(
    keys.ofRequest(Buffer.from('a@example.test')).toString('base64url'),
  );
});
