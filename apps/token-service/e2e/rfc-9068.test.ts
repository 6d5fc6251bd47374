import { createHmac, generateKeyPairSync } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, exportJWK } from 'jose';
import { describe, expect, inject, test } from 'vitest';
import { ask, formOf, newTenant, statusWith } from './token-client.ts';
import { forge, stolenKey } from './token-forger.ts';

const { baseUrl } = inject('platform');

const client = await (await newTenant()).client();
const token = String((await ask({ ...formOf(client), scope: 'customers.read leads.read' })).body['access_token']);
const claims = decodeJwt(token);
const key = await stolenKey(decodeProtectedHeader(token).kid ?? '');

/** The answer of the public API to a token: the code of its refusal, or 200, with its challenge. */
async function verdict(text: string): Promise<string | number> {
  const answer = await fetch(`${baseUrl}/api/v1/customers?pageSize=1`, {
    headers: { authorization: `Bearer ${text}` },
  });
  if (answer.status !== 401) {
    return answer.status;
  }
  expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token"/);
  return ((await answer.json()) as { code: string }).code;
}

describe('RFC 9068, 2.1, header', () => {
  test('RFC 9068 2.1: a token is signed with an asymmetric key, never with none', () => {
    expect(['ES256', 'RS256']).toContain(decodeProtectedHeader(token).alg);
  });

  test('RFC 9068 2.1: the type of a token is at+jwt', () => {
    expect(decodeProtectedHeader(token).typ).toBe('at+jwt');
  });
});

describe('RFC 9068, 2.2, claims', () => {
  test('RFC 9068 2.2: a token has iss, exp, aud, sub, client_id, iat and jti', () => {
    expect(claims).toMatchObject({
      iss: baseUrl,
      aud: 'urn:rapport:public-api',
      client_id: client.clientId,
      exp: expect.any(Number) as unknown,
      iat: expect.any(Number) as unknown,
      jti: expect.any(String) as unknown,
    });
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(3_600);
  });

  test('RFC 9068 2.2: sub is the client if no person takes part', () => {
    expect(claims.sub).toBe(client.clientId);
  });

  test('RFC 9068 2.2: each token has another jti', async () => {
    const another = String((await ask(formOf(client))).body['access_token']);
    expect(decodeJwt(another).jti).not.toBe(claims.jti);
  });

  test('RFC 9068 2.2.3: a token has a scope, which names what was granted', () => {
    expect(claims['scope']).toBe('customers.read leads.read');
  });

  test('RFC 9068 3: aud is a default, because requests name no resource', async () => {
    const { body } = await ask({ ...formOf(client), resource: 'https://elsewhere.test' });
    expect(decodeJwt(String(body['access_token'])).aud).toBe('urn:rapport:public-api');
  });
});

describe('RFC 9068, 4, validation', () => {
  test('RFC 9068 4: a token that is forged with the true key and true claims is taken, so that each refusal of the others has one reason', async () => {
    expect(await verdict(await forge(key, claims))).toBe(200);
    expect(await verdict(await forge(key, claims, { typ: 'application/at+jwt' }))).toBe(200);
  });

  test.each(['JWT', 'jwt', 'id+jwt', undefined])('RFC 9068 4: a token of type %s is refused', async (typ) => {
    expect(await verdict(await forge(key, claims, { typ }))).toBe('token_invalid');
  });

  test('RFC 9068 4: a token of another issuer is refused', async () => {
    for (const iss of ['https://elsewhere.test', `${baseUrl}/`, undefined]) {
      expect(await verdict(await forge(key, { ...claims, iss }))).toBe('token_invalid');
    }
  });

  test('RFC 9068 4: a token for another audience is refused', async () => {
    for (const aud of ['urn:rapport:application-api', ['a', 'b'], '', undefined]) {
      expect(await verdict(await forge(key, { ...claims, aud }))).toBe('token_invalid');
    }
  });

  test('RFC 9068 4: a token without a signature is refused, whatever its header says', async () => {
    const body = token.split('.')[1] ?? '';
    for (const alg of ['none', 'None', 'NONE', '']) {
      const header = Buffer.from(JSON.stringify({ alg, typ: 'at+jwt', kid: key.kid })).toString('base64url');
      expect(await verdict(`${header}.${body}.`)).toBe('token_invalid');
    }
    expect(await verdict(token.split('.').slice(0, 2).join('.'))).toBe('token_invalid');
  });

  test('RFC 9068 4: a token that is signed with the public key as a shared secret is refused', async () => {
    const jwks = await (await fetch(`${baseUrl}/.well-known/openid-configuration/jwks`)).text();
    const header = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'at+jwt', kid: key.kid })).toString('base64url');
    const input = `${header}.${token.split('.')[1] ?? ''}`;
    expect(await verdict(`${input}.${createHmac('sha256', jwks).update(input).digest('base64url')}`)).toBe(
      'token_invalid',
    );
  });

  test('RFC 9068 4: a token that is signed with a key of its own is refused, under our key id or another', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const jwk = await exportJWK(privateKey);
    for (const kid of [key.kid, 'unknown', '../../etc/passwd']) {
      expect(await verdict(await forge({ kid, algorithm: 'ES256', jwk }, claims, { jwk, jku: baseUrl }))).toBe(
        'token_invalid',
      );
    }
  });

  test('RFC 9068 4: a changed token is refused, whichever part was changed', async () => {
    const [header = '', body = '', signature = ''] = token.split('.');
    const more = Buffer.from(JSON.stringify({ ...claims, scope: 'customers.delete' })).toString('base64url');
    expect(await verdict(`${header}.${more}.${signature}`)).toBe('token_invalid');
    expect(await verdict(`${header}.${body}.${signature.slice(0, -8)}AAAAAAAA`)).toBe('token_invalid');
    expect(await statusWith(token)).toBe(200);
  });

  test('RFC 9068 4: a token that has expired is refused', async () => {
    const now = Math.floor(Date.now() / 1_000);
    const expired = { ...claims, iat: now - 7_200, exp: now - 3_600 };
    expect(await verdict(await forge(key, expired))).toBe('token_expired');
  });

  test('RFC 9068 4: a token that begins later is refused', async () => {
    const now = Math.floor(Date.now() / 1_000);
    expect(await verdict(await forge(key, { ...claims, nbf: now + 3_600 }))).toBe('token_invalid');
  });

  test.each(['exp', 'iat', 'sub', 'client_id', 'jti', 'scope', 'tenant_id', 'tev'])(
    'RFC 9068 4: a token without %s is refused',
    async (name) => {
      expect(await verdict(await forge(key, { ...claims, [name]: undefined }))).toBe('token_invalid');
    },
  );
});
