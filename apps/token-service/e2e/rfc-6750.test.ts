import { describe, expect, inject, test } from 'vitest';
import { ask, formOf, newTenant, operator, done } from './token-client.ts';

const { baseUrl } = inject('platform');
const records = `${baseUrl}/api/v1/customers`;

const tenant = await newTenant();
const client = await tenant.client(['customers.read']);
const token = String((await ask(formOf(client))).body['access_token']);

async function read(headers: Record<string, string>, init: RequestInit = {}, search = '?pageSize=1') {
  const answer = await fetch(`${records}${search}`, { ...init, headers });
  const body = answer.status === 200 ? undefined : ((await answer.json()) as { code: string });
  return { status: answer.status, code: body?.code, challenge: answer.headers.get('www-authenticate') };
}

/** The parameters of a challenge by their names. It throws if a name stands there twice. */
function parametersOf(challenge: string | null): Record<string, string> {
  expect(challenge).toMatch(/^Bearer( |$)/);
  const pairs = [...(challenge ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]);
  expect(new Set(pairs.map(([name]) => name)).size).toBe(pairs.length);
  return Object.fromEntries(pairs) as Record<string, string>;
}

describe('RFC 6750, 2, how a token is sent', () => {
  test('RFC 6750 2.1: a token is sent in the Authorization header', async () => {
    expect((await read({ authorization: `Bearer ${token}` })).status).toBe(200);
  });

  test('RFC 6750 2.1: capitals of the scheme do not count, as in RFC 9110', async () => {
    for (const scheme of ['bearer', 'BEARER', 'Bearer ']) {
      expect((await read({ authorization: `${scheme} ${token}` })).status).toBe(200);
    }
  });

  test('RFC 6750 2.2 and 2.3: a token is not taken from a form or from the address', async () => {
    expect(await read({}, {}, `?access_token=${token}`)).toMatchObject({ status: 401, code: 'token_missing' });
    const form = await read(
      { 'content-type': 'application/x-www-form-urlencoded' },
      { method: 'POST', body: `access_token=${token}` },
      '',
    );
    expect(form).toMatchObject({ status: 401, code: 'token_missing' });
  });
});

describe('RFC 6750, 3, WWW-Authenticate', () => {
  test('RFC 6750 3: every refusal for lack of a valid token carries a challenge of the scheme Bearer', async () => {
    for (const authorization of [undefined, 'Bearer', 'Bearer x', 'Bearer a b', 'Basic eDp5', 'Bearer a.b.c']) {
      const { status, challenge } = await read(authorization === undefined ? {} : { authorization });
      expect(status).toBe(401);
      expect(challenge).toMatch(/^Bearer( |$)/);
    }
  });

  test('RFC 6750 3: no parameter of a challenge stands twice, and the parameters hold allowed characters only', async () => {
    for (const headers of [{ authorization: 'Bearer x"y\\z' }, { authorization: `Bearer ${token}` }]) {
      const { challenge } = await read(headers, { method: 'POST' }, '');
      for (const value of Object.values(parametersOf(challenge))) {
        expect(value).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/);
      }
    }
  });

  test('RFC 6750 3: the challenge names the error if the caller sent a token', async () => {
    expect(parametersOf((await read({ authorization: 'Bearer x' })).challenge)['error']).toBe('invalid_token');
  });

  test('RFC 6750 3.1: the challenge names no error if the caller sent no token', async () => {
    expect(parametersOf((await read({})).challenge)).not.toHaveProperty('error');
  });

  test('RFC 6750 3.1: invalid_token, for a token that is broken, unknown or revoked, is 401', async () => {
    const revoked = await tenant.client();
    const dead = String((await ask(formOf(revoked))).body['access_token']);
    done(
      await operator.rotateSecret({
        params: { tenantId: tenant.id, clientId: revoked.clientId },
        body: { revokeTokens: true },
      }),
      200,
    );
    for (const text of ['x', `${token}x`, dead]) {
      const { status, code, challenge } = await read({ authorization: `Bearer ${text}` });
      expect([status, code]).toEqual([401, 'token_invalid']);
      expect(parametersOf(challenge)['error']).toBe('invalid_token');
    }
  });

  test('RFC 6750 3.1: insufficient_scope is 403 and names the scope that is needed', async () => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const { status, code, challenge } = await read(headers, { method: 'POST', body: '{"name":"x"}' }, '');
    expect([status, code]).toEqual([403, 'insufficient_scope']);
    expect(parametersOf(challenge)).toMatchObject({ error: 'insufficient_scope', scope: 'customers.write' });
  });
});
