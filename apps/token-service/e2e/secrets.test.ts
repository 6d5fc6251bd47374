import { createHash } from 'node:crypto';
import { decodeJwt } from 'jose';
import { beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { post, tokenForm } from './presented-tokens.ts';
import { ask, done, formOf, newTenant, operator, statusWith, type Credentials } from './token-client.ts';

const { baseUrl } = inject('platform');

let client: Credentials;
const tenant = await newTenant();
beforeEach(async () => {
  client = await tenant.client();
});

const params = () => ({ tenantId: tenant.id, clientId: client.clientId });
const noSecret = '01890000-0000-7000-8000-000000000000';

async function rotate(body: { overlapSeconds?: number; revokeTokens?: boolean } = {}): Promise<Credentials> {
  const { clientSecret } = done(await operator.rotateSecret({ params: params(), body }), 200);
  return { ...client, clientSecret };
}

async function secrets() {
  return done(await operator.listSecrets({ params: params() }), 200).secrets;
}

async function idOf({ clientSecret }: Credentials): Promise<string> {
  return (await secrets()).find(({ hint }) => clientSecret.endsWith(hint))?.id ?? '';
}

async function revoke(secretId: string, revokeTokens = false) {
  return operator.revokeSecret({ params: { ...params(), secretId }, body: { revokeTokens } });
}

async function statusOf(credentials: Credentials): Promise<number> {
  return (await ask(formOf(credentials))).status;
}

describe('secrets', () => {
  test('a secret is shown once, and no cache keeps an answer that holds one', async () => {
    const body = { name: 'A client', runAsUserId: tenant.ownerId };
    const made = await operator.createApiClient({ params: { tenantId: tenant.id }, body });
    const rotated = await operator.rotateSecret({ params: params(), body: {} });
    for (const { headers } of [made, rotated]) {
      expect(headers.get('cache-control')).toBe('no-store');
    }
    const listed = await operator.listSecrets({ params: params() });
    expect(JSON.stringify(listed.body)).not.toContain('rpt_live_');
  });

  test('live secrets are listed newest first, with their last four characters', async () => {
    const next = await rotate({ overlapSeconds: 600 });
    const list = await secrets();
    expect(list).toEqual([
      {
        id: expect.any(String) as unknown,
        hint: next.clientSecret.slice(-4),
        createdOnUtc: expect.any(String) as unknown,
        expiresOnUtc: null,
        lastUsedOnUtc: null,
      },
      expect.objectContaining({ hint: client.clientSecret.slice(-4), expiresOnUtc: expect.any(String) as unknown }),
    ]);
    const overlap = Date.parse(list[1]?.expiresOnUtc ?? '') - Date.parse(list[0]?.createdOnUtc ?? '');
    expect(Math.abs(overlap - 600_000)).toBeLessThan(1_000);
  });

  test('at most two secrets overlap, for as long as the rotation says', async () => {
    const second = await rotate();
    expect([await statusOf(client), await statusOf(second)]).toEqual([200, 200]);
    const third = await rotate({ overlapSeconds: 3 });
    // The token that ends soon is asked for first.
    expect([await statusOf(second), await statusOf(third), await statusOf(client)]).toEqual([200, 200, 401]);
    await vi.waitFor(async () => expect(await statusOf(second)).toBe(401), { timeout: 10_000, interval: 100 });
    expect(await secrets()).toHaveLength(1);
  });

  test('a rotation that revokes the tokens ends the secrets before too, whatever overlap it names', async () => {
    const { body } = await ask(formOf(client));
    const next = await rotate({ overlapSeconds: 600, revokeTokens: true });
    expect(await statusOf(client)).toBe(401);
    expect(await statusWith(body['access_token'])).toBe(401);
    expect(await statusOf(next)).toBe(200);
  });

  test('a secret in the list shows when it was used', async () => {
    await ask(formOf(client));
    await vi.waitFor(async () => expect((await secrets())[0]?.lastUsedOnUtc).not.toBeNull(), { timeout: 10_000 });
  });
});

describe('a revoke', () => {
  test('the revocation of a secret holds from its answer on, and leaves the tokens and the other secret alive', async () => {
    const { body } = await ask(formOf(client));
    const next = await rotate();
    expect(await statusOf(client)).toBe(200);
    done(await revoke(await idOf(client)), 200);
    expect(await statusOf(client)).toBe(401);
    expect(await statusOf(next)).toBe(200);
    expect(await statusWith(body['access_token'])).toBe(200);
  });

  test('the revocation of a secret ends every token too if the request says so', async () => {
    const { body } = await ask(formOf(client));
    const next = await rotate();
    const { body: other } = await ask(formOf(next));
    done(await revoke(await idOf(client), true), 200);
    expect([await statusWith(body['access_token']), await statusWith(other['access_token'])]).toEqual([401, 401]);
    expect(await statusWith((await ask(formOf(next))).body['access_token'])).toBe(200);
  });

  test('a client whose only secret was revoked cannot authenticate until it gets another one', async () => {
    done(await revoke(await idOf(client)), 200);
    expect(await statusOf(client)).toBe(401);
    expect(await statusOf(await rotate())).toBe(200);
  });

  test('the revocation of an unknown, an ended or a foreign secret is 404 with a sentence', async () => {
    const ended = await idOf(client);
    done(await revoke(ended), 200);
    const other = await tenant.client();
    const foreign = done(await operator.listSecrets({ params: { tenantId: tenant.id, clientId: other.clientId } }), 200)
      .secrets[0]?.id;
    for (const id of [noSecret, ended, foreign ?? '']) {
      const answer = await revoke(id);
      expect(answer.status).toBe(404);
      expect(answer.body).toMatchObject({ code: 'not_found', detail: expect.stringContaining(id) as unknown });
    }
  });
});

describe('the audit', () => {
  async function entries(count: number) {
    return vi.waitFor(
      async () => {
        const { body } = await operator.listTokenAudit({ params: params(), query: { pageSize: 200 } });
        const list = body && 'entries' in body ? body.entries : [];
        expect(list).toHaveLength(count);
        return list;
      },
      { timeout: 10_000, interval: 100 },
    );
  }

  test('the audit names an issued token by its id and digest', async () => {
    const secretId = await idOf(client);
    const { body, headers } = await ask(formOf(client), { 'user-agent': `probe/1 ${client.clientSecret}` });
    const token = String(body['access_token']);
    const [entry] = await entries(1);
    expect(entry).toMatchObject({
      event: 'token.issued',
      secretId,
      runAsUserId: tenant.ownerId,
      actor: client.clientId,
      ip: '127.0.0.1',
      userAgent: 'probe/1 [hidden]',
      jti: decodeJwt(token).jti,
      tokenDigest: createHash('sha256').update(token).digest('base64'),
      traceId: headers.get('traceresponse')?.split('-')[1],
    });
  });

  test('the audit names why requests were denied, although their callers get one text', async () => {
    const next = await rotate({ overlapSeconds: 0 });
    const form = formOf(next);
    await ask({ ...form, client_secret: 'wrong' });
    await ask(formOf(client));
    await ask({ ...form, scope: 'nonsense' });
    await ask({ grant_type: 'client_credentials' }, {}, `?client_id=${next.clientId}&client_secret=x`);
    done(await operator.disableApiClient({ params: params() }), 200);
    await ask(form);
    const reasons = (await entries(5)).map(({ event, reason }) => `${event} ${reason ?? ''}`);
    expect(reasons.toSorted()).toEqual([
      'token.denied bad_secret',
      'token.denied credentials_in_query',
      'token.denied disabled',
      'token.denied expired_secret',
      'token.denied scope',
    ]);
  });

  test('the audit notes credentials in the addresses of endpoints that take credentials, and of no other endpoint', async () => {
    const { clientId, clientSecret } = client;
    for (const path of ['oauth-authorization-server', 'openid-configuration', 'openid-configuration/jwks']) {
      const search = `?client_id=${clientId}&client_secret=x`;
      expect((await fetch(`${baseUrl}/.well-known/${path}${search}`)).status).toBe(200);
    }
    const answer = await fetch(`${baseUrl}/api/v1/auth/get-token-for-develop?clientId=${clientId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ clientId, clientSecret }),
    });
    expect(answer.status).toBe(400);
    expect(await entries(1)).toMatchObject([{ event: 'token.denied', reason: 'credentials_in_query', count: 1 }]);
  });

  test('the audit names a revoked token by its id', async () => {
    const token = String((await ask(formOf(client))).body['access_token']);
    await post('/connect/revocation', tokenForm(client, token));
    const [revoked] = await entries(2);
    expect(revoked).toMatchObject({
      event: 'token.revoked',
      actor: client.clientId,
      jti: decodeJwt(token).jti,
      secretId: await idOf(client),
    });
  });

  test('the audit counts requests that came too often', async () => {
    const limited = await newTenant(3);
    const other = await limited.client();
    for (let n = 0; n < 8; n += 1) {
      await ask(formOf(other));
    }
    await vi.waitFor(
      async () => {
        const where = { tenantId: limited.id, clientId: other.clientId };
        const { entries: list } = done(await operator.listTokenAudit({ params: where }), 200);
        const counts = list.filter(({ event }) => event === 'token.rate_limited').map(({ count }) => count);
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(5);
      },
      { timeout: 10_000, interval: 100 },
    );
  });

  test('the audit lists the newest entries first, and at most as many as the request asks for', async () => {
    for (let n = 0; n < 4; n += 1) {
      await ask(formOf(client));
    }
    const all = await entries(4);
    expect(all.map(({ atUtc }) => atUtc)).toEqual(
      all
        .map(({ atUtc }) => atUtc)
        .toSorted()
        .toReversed(),
    );
    const page = done(await operator.listTokenAudit({ params: params(), query: { pageSize: 2 } }), 200);
    expect(page.entries).toEqual(all.slice(0, 2));
  });
});
