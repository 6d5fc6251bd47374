import { generateKeyPairSync } from 'node:crypto';
import { jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { signAccessToken } from './access-token.ts';
import { Sealing } from './keys/sealing.ts';

const claims = {
  iss: 'i',
  aud: 'a',
  sub: 's',
  client_id: 's',
  jti: 'j',
  scope: 'customers.read',
  tenant_id: 't',
  tev: 1,
};

test('five hundred signatures all verify, whatever the length of their numbers', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const iat = Math.floor(Date.now() / 1_000);
  for (let n = 0; n < 500; n += 1) {
    const token = signAccessToken(
      { kid: 'k', algorithm: 'ES256', privateKey },
      { ...claims, jti: String(n), iat, exp: iat + 60 },
    );
    const { payload, protectedHeader } = await jwtVerify(token, publicKey, {
      typ: 'at+jwt',
      audience: 'a',
      issuer: 'i',
    });
    expect([payload['jti'], protectedHeader.alg, protectedHeader.kid]).toEqual([String(n), 'ES256', 'k']);
  }
});

test('a sealed text opens where its key is among the keys, which may be others before it, and not after a change', () => {
  const [one, two] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const sealing = new Sealing({ one });
  const sealed = sealing.seal('secret');
  expect(sealing.open(sealed)).toEqual({ text: 'secret', keyId: 'one' });
  const ring = new Sealing({ two, one });
  expect(ring.open(sealed)).toEqual({ text: 'secret', keyId: 'one' });
  expect(ring.open(ring.seal('secret'))).toEqual({ text: 'secret', keyId: 'two' });
  expect(() => new Sealing({ two }).open(sealed)).toThrow();
  sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
  expect(() => sealing.open(sealed)).toThrow();
});
