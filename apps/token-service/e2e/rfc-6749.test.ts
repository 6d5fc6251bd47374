import { describe, expect, inject, test } from 'vitest';
import { expectRefused } from './expect-refused.ts';
import { ask, basic, formOf, newTenant, statusWith } from './token-client.ts';

const { baseUrl } = inject('platform');
const grant = { grant_type: 'client_credentials' };

const tenant = await newTenant();
const client = await tenant.client(['customers.read', 'customers.write', 'leads.read']);

function percentEncoded(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

describe('RFC 6749, 2.3.1, client password', () => {
  test('RFC 6749 2.3.1: HTTP Basic is supported', async () => {
    expect((await ask(grant, basic(client.clientId, client.clientSecret))).status).toBe(200);
  });

  test('RFC 6749 2.3.1: id and password are form-encoded inside of HTTP Basic', async () => {
    const encoded = basic(percentEncoded(client.clientId), percentEncoded(client.clientSecret));
    expect((await ask(grant, encoded)).status).toBe(200);
    expectRefused(await ask(grant, basic(`${percentEncoded(client.clientId)}%`, 'x')), 401, 'invalid_client');
  });

  test('RFC 6749 2.3.1: credentials in the body are supported as client_id and client_secret', async () => {
    expect((await ask(formOf(client))).status).toBe(200);
  });

  test('RFC 6749 2.3.1: a client_secret that is left out counts as an empty one, which no client has', async () => {
    for (const secret of [undefined, '']) {
      expectRefused(await ask({ ...formOf(client), client_secret: secret }), 401, 'invalid_client');
    }
  });

  test('RFC 6749 2.3.1: credentials are never taken from the address', async () => {
    const { client_id: id = '', client_secret: secret = '' } = formOf(client);
    for (const parameters of [{ client_id: id, client_secret: secret }, { client_secret: secret }, { client_id: id }]) {
      const search = `?${new URLSearchParams(parameters).toString()}`;
      expectRefused(await ask(grant, {}, search), 400, 'invalid_request');
      expectRefused(await ask(formOf(client), {}, search), 400, 'invalid_request');
    }
  });

  test('RFC 6749 2.3.1: an endpoint that takes a password is protected against guessing', async () => {
    const guessed = await (await newTenant(5)).client();
    const statuses = [];
    for (let guess = 0; guess < 7; guess += 1) {
      statuses.push((await ask({ ...formOf(guessed), client_secret: `guess ${guess}` })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expectRefused(await ask(formOf(guessed)), 429, 'rate_limited');
  });

  test('RFC 6749 2.3: a client authenticates in one way only', async () => {
    const twice = await ask(formOf(client), basic(client.clientId, client.clientSecret));
    expectRefused(twice, 400, 'invalid_request');
  });
});

describe('RFC 6749, 3.2, token endpoint', () => {
  test('RFC 6749 3.2: the address of the token endpoint may have a query, which changes nothing', async () => {
    expect((await ask(formOf(client), {}, '?tenant=x')).status).toBe(200);
  });

  test('RFC 6749 3.2: tokens are asked for by POST alone', async () => {
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const answer = await fetch(`${baseUrl}/connect/token`, { method });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
    }
  });

  test('RFC 6749 3.2: a parameter without a value counts as left out', async () => {
    const empty = { ...grant, client_id: '', client_secret: '', scope: '' };
    const answer = await ask(empty, basic(client.clientId, client.clientSecret));
    expect([answer.status, answer.body['scope']]).toEqual([200, 'customers.read customers.write leads.read']);
    expectRefused(await ask({ ...formOf(client), grant_type: '' }), 400, 'invalid_request');
  });

  test('RFC 6749 3.2: unknown parameters are ignored', async () => {
    const strange = { ...formOf(client), resource: 'x', audience: 'y', code_verifier: 'z', refresh_token: 'r' };
    expect((await ask(strange)).status).toBe(200);
  });

  test('RFC 6749 3.2: no parameter may stand twice in a request', async () => {
    const whole = new URLSearchParams({ ...formOf(client), scope: 'leads.read', strange: 'x' }).toString();
    for (const name of ['grant_type', 'client_id', 'client_secret', 'scope', 'strange']) {
      for (const value of ['x', '', 'leads.read']) {
        expectRefused(await ask(`${whole}&${name}=${value}`), 400, 'invalid_request');
      }
    }
  });

  test('RFC 6749 3.2.1: a client that has credentials authenticates with them', async () => {
    expectRefused(await ask({ ...grant, client_id: client.clientId }), 401, 'invalid_client');
    expectRefused(await ask(grant), 401, 'invalid_client');
  });
});

describe('RFC 6749, 3.3, scope', () => {
  const scoped = (scope: string) => ask({ ...formOf(client), scope });

  test('RFC 6749 3.3: a scope is a list of names with spaces between them, in which capitals count', async () => {
    expect((await scoped('customers.read leads.read')).body['scope']).toBe('customers.read leads.read');
    expectRefused(await scoped('Customers.read'), 400, 'invalid_scope');
  });

  test('RFC 6749 3.3: the order of the names does not matter', async () => {
    expect((await scoped('leads.read customers.read')).body['scope']).toBe('customers.read leads.read');
  });

  test.each(['customers.read,leads.read', '"customers.read"', 'customers\\read', 'ä', 'customers.read\nleads.read'])(
    'RFC 6749 3.3: %j is no name of a scope',
    async (scope) => {
      expectRefused(await scoped(scope), 400, 'invalid_scope');
    },
  );

  test('RFC 6749 3.3: the answer names the scope that was really granted', async () => {
    const answer = await scoped('leads.read leads.read');
    expect(answer.body['scope']).toBe('leads.read');
    expect(await statusWith(answer.body['access_token'])).toBe(403);
  });

  test('RFC 6749 3.3: without a scope the documented default is granted, which is all that the client has', async () => {
    for (const scope of [undefined, '', ' ']) {
      const { status, body } = await ask({ ...formOf(client), scope });
      expect([status, body['scope']]).toEqual([200, 'customers.read customers.write leads.read']);
    }
  });
});

describe('RFC 6749, 4.4, client credentials', () => {
  test('RFC 6749 4.4: the grant is for confidential clients alone', async () => {
    expectRefused(await ask({ ...grant, client_id: client.clientId }), 401, 'invalid_client');
  });

  test('RFC 6749 4.4.2: grant_type must be there and be one that is known', async () => {
    expectRefused(await ask({ ...formOf(client), grant_type: undefined }), 400, 'invalid_request');
    expectRefused(await ask({ ...formOf(client), grant_type: 'password' }), 400, 'unsupported_grant_type');
  });

  test('RFC 6749 4.4.2: the server authenticates the client', async () => {
    expectRefused(await ask({ ...formOf(client), client_secret: 'wrong' }), 401, 'invalid_client');
  });

  test('RFC 6749 4.4.3: there is no refresh token', async () => {
    const { body } = await ask({ ...formOf(client), scope: undefined });
    expect(Object.keys(body).toSorted()).toEqual(['access_token', 'expires_in', 'scope', 'token_type']);
  });
});

describe('RFC 6749, 5.1, the answer', () => {
  test('RFC 6749 5.1: a token comes with 200, its type and its life in seconds', async () => {
    const { status, body } = await ask(formOf(client));
    expect(status).toBe(200);
    expect(body).toMatchObject({ access_token: expect.any(String) as unknown, expires_in: 3_600 });
    expect(String(body['token_type']).toLowerCase()).toBe('bearer');
  });

  test('RFC 6749 5.1: the answer is application/json, with texts as texts and numbers as numbers', async () => {
    const { headers, body } = await ask(formOf(client));
    expect(headers.get('content-type')).toBe('application/json');
    expect(
      Object.values(body)
        .map((value) => typeof value)
        .toSorted(),
    ).toEqual(['number', 'string', 'string', 'string']);
  });

  test('RFC 6749 5.1: no cache keeps the answer: Cache-Control is no-store and Pragma is no-cache', async () => {
    const { headers } = await ask(formOf(client));
    expect([headers.get('cache-control'), headers.get('pragma')]).toEqual(['no-store', 'no-cache']);
  });
});

describe('RFC 6749, 5.2, errors', () => {
  test.each([
    ['a parameter is missing', { grant_type: undefined }],
    ['credentials are there twice', { client_secret: 'x', basic: 'yes' }],
    ['the id of the form is not that of the header', { client_id: 'x', client_secret: undefined, basic: 'yes' }],
  ])(
    'RFC 6749 5.2: invalid_request is for a request in which %s',
    async (_, { basic: withBasic, ...fields }: Fields) => {
      const headers = withBasic ? basic(client.clientId, client.clientSecret) : {};
      expectRefused(await ask({ ...formOf(client), ...fields }, headers), 400, 'invalid_request');
    },
  );

  type Fields = Readonly<Record<string, string | undefined>>;

  test.each(['client_id=%zz', 'grant_type=%00', '%', 'a=%FF'])(
    'RFC 6749 5.2: invalid_request is for a form that is malformed, such as %s',
    async (form) => {
      expectRefused(await ask(form), 400, 'invalid_request');
    },
  );

  test('RFC 6749 5.2: invalid_client is for an unknown client, a client without credentials and a way of authentication that is not supported', async () => {
    expectRefused(await ask({ ...formOf(client), client_id: 'unknown' }), 401, 'invalid_client');
    expectRefused(await ask(grant), 401, 'invalid_client');
    for (const authorization of ['Bearer x', 'Digest username="x"', 'Basic']) {
      expectRefused(await ask(grant, { authorization }), 401, 'invalid_client');
    }
  });

  test('RFC 6749 5.2: a client that fails with the Authorization header gets 401 with a challenge of the same scheme', async () => {
    const tried = await ask(grant, basic(client.clientId, 'wrong'));
    expectRefused(tried, 401, 'invalid_client');
    expect(tried.headers.get('www-authenticate')).toMatch(/^Basic realm="[^"]+"$/);
    const byForm = await ask({ ...formOf(client), client_secret: 'wrong' });
    expect(byForm.headers.get('www-authenticate')).toBeNull();
  });

  test.each(['refresh_token', 'authorization_code'])(
    'RFC 6749 5.2: unauthorized_client is for the grant %s of people, asked for by an API client',
    async (grantType) => {
      expectRefused(await ask({ ...formOf(client), grant_type: grantType }), 400, 'unauthorized_client');
    },
  );

  test.each(['password', 'urn:ietf:params:oauth:grant-type:jwt-bearer'])(
    'RFC 6749 5.2: unsupported_grant_type is for the grant %s',
    async (grantType) => {
      expectRefused(await ask({ ...formOf(client), grant_type: grantType }), 400, 'unsupported_grant_type');
    },
  );

  test('RFC 6749 5.2: invalid_scope is for a scope that is unknown, malformed or more than the client has', async () => {
    for (const scope of ['nothing', 'customers.read;leads.read', 'leads.write', 'customers.read leads.write']) {
      expectRefused(await ask({ ...formOf(client), scope }), 400, 'invalid_scope');
    }
  });

  test('RFC 6749 5.2: error and error_description are plain ASCII without quotation marks and backslashes', async () => {
    const odd = await ask(`${new URLSearchParams(formOf(client)).toString()}&%22%5C%C3%A4=1&%22%5C%C3%A4=2`);
    expectRefused(odd, 400, 'invalid_request');
    for (const member of ['error', 'error_description']) {
      expect(odd.body[member]).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
    }
  });

  test('RFC 6749 5.2: an error is application/json, and no cache keeps it', async () => {
    const { headers } = await ask({ ...formOf(client), client_secret: 'wrong' });
    expect([headers.get('content-type'), headers.get('cache-control')]).toEqual(['application/json', 'no-store']);
  });
});
