import { decodeJwt } from 'jose';
import { describe, expect, inject, test } from 'vitest';
import { ask, formOf, newTenant, statusWith, type Credentials, type TokenTenant } from './token-client.ts';

const { baseUrl } = inject('platform');
const address = `${baseUrl}/api/v1/auth/get-token-for-develop`;

const client = await newClient(await newTenant(), ['customers.read', 'leads.read']);

/** The two members of the endpoint's body, for a new client. */
async function newClient(tenant: TokenTenant, scopes?: string[]): Promise<Credentials> {
  const { clientId, clientSecret } = await tenant.client(scopes);
  return { clientId, clientSecret };
}

interface Result {
  readonly isSuccess: boolean;
  readonly data: Record<string, unknown> | null;
  readonly message: string | null;
  readonly errorCode: string | null;
  readonly errors: Record<string, string[]> | null;
  readonly traceId: string;
}

async function post(body: unknown, headers: Record<string, string> = {}, search = '') {
  const answer = await fetch(address + search, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Result };
}

describe('a token for development', () => {
  test('a token for development is wrapped, is for both APIs, ends at the named time and opens the public API', async () => {
    const { status, headers, body } = await post(client);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('ratelimit-policy')).toMatch(/^"token";q=\d+;w=60$/);
    expect(headers.get('traceresponse')?.split('-')[1]).toBe(body.traceId);
    expect(body).toEqual({
      isSuccess: true,
      data: {
        accessToken: expect.any(String) as unknown,
        tokenType: 'Bearer',
        expiresIn: 3600,
        expiresOnUtc: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/) as unknown,
        scope: 'customers.read leads.read',
      },
      message: null,
      errorCode: null,
      errors: null,
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown,
    });
    const claims = decodeJwt(String(body.data?.['accessToken']));
    expect(claims.aud).toEqual(['urn:rapport:public-api', 'urn:rapport:application-api']);
    expect(claims.sub).toBe(client.clientId);
    expect(Date.parse(String(body.data?.['expiresOnUtc']))).toBe((claims.exp ?? 0) * 1_000);
    expect(await statusWith(body.data?.['accessToken'])).toBe(200);
  });

  test('a token for development has the scopes that were asked for, and all scopes for an empty scope', async () => {
    expect((await post({ ...client, scope: 'leads.read' })).body.data?.['scope']).toBe('leads.read');
    for (const scope of ['', ' ', null]) {
      expect((await post({ ...client, scope })).body.data?.['scope']).toBe('customers.read leads.read');
    }
  });

  test.each([
    ['text/json', 'text/json', 'text/json; charset=utf-8'],
    ['application/merge-patch+json', 'text/plain', 'text/plain; charset=utf-8'],
    ['application/json; charset=utf-8', 'image/png', 'application/json'],
  ])('a body of %s is taken, and a caller that accepts %s gets %s', async (sent, accept, got) => {
    const { status, headers } = await post(client, { 'content-type': sent, accept });
    expect([status, headers.get('content-type')]).toEqual([200, got]);
  });
});

describe('a failure is wrapped too', () => {
  const failed = (errorCode: string) => ({
    isSuccess: false,
    data: null,
    message: expect.stringMatching(/\.$/) as unknown,
    errorCode,
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown,
  });

  test('unknown, wrong and foreign credentials get one and the same 401 invalid_client', async () => {
    const other = await newClient(await newTenant());
    const answers = [
      await post({ ...client, clientId: 'unknown' }),
      await post({ ...client, clientSecret: 'wrong' }),
      await post({ ...client, clientSecret: other.clientSecret }),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(401);
      expect(body).toMatchObject({ ...failed('invalid_client'), errors: null, message: answers[0]?.body.message });
    }
  });

  test('a scope that the client does not have is 400 invalid_scope', async () => {
    const { status, body } = await post({ ...client, scope: 'leads.delete' });
    expect([status, body.errorCode]).toEqual([400, 'invalid_scope']);
  });

  test('a refusal names every wrong member at once, and an unknown member is wrong', async () => {
    const { status, body } = await post({ clientSecret: 7, password: 'x' });
    expect(status).toBe(400);
    expect(body).toMatchObject(failed('validation_failed'));
    expect(Object.keys(body.errors ?? {}).toSorted()).toEqual(['clientId', 'clientSecret', 'password']);
    expect(JSON.stringify(body)).not.toContain(client.clientSecret);
  });

  test.each(['client_id', 'client_secret', 'clientId', 'clientSecret'])(
    'the parameter %s in the address is wrong, even if the body is right',
    async (name) => {
      const { status, body } = await post(client, {}, `?${name}=${client.clientSecret}`);
      expect(status).toBe(400);
      expect(body).toMatchObject(failed('validation_failed'));
      expect(body.errors).toEqual({ [name]: [expect.stringMatching(/body.*never in the address/)] });
      expect(JSON.stringify(body)).not.toContain(client.clientSecret);
    },
  );

  test('broken JSON, another media type, a long body and another method have their own status', async () => {
    const expected = [
      [await post('{"clientId"'), 400, 'malformed_json'],
      [await post('x', { 'content-type': 'text/plain' }), 415, 'unsupported_media_type'],
      [await post({ ...client, scope: 'x'.repeat(20_000) }), 413, 'payload_too_large'],
    ] as const;
    for (const [{ status, body }, wanted, code] of expected) {
      expect([status, body.errorCode]).toEqual([wanted, code]);
    }
    const read = await fetch(address);
    expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST']);
    expect(await read.json()).toMatchObject(failed('method_not_allowed'));
  });

  test('the endpoint for development shares the limit of the token endpoint', async () => {
    const limited = await newClient(await newTenant(3));
    expect((await ask(formOf(limited))).status).toBe(200);
    expect((await post({ ...limited, clientSecret: 'wrong' })).status).toBe(401);
    expect((await post(limited)).status).toBe(200);
    const late = await post(limited);
    expect(late.status).toBe(429);
    expect(late.body).toMatchObject(failed('rate_limited'));
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask(formOf(limited))).status).toBe(429);
  });
});
