import { type Credentials, done, TemporaryPlatform, Tenant, until } from '@rapport/testbed';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askForToken } from '../src/token-load.ts';

/** Only the difference between two clocks counts, so one service is shifted for all. */
describe.each(['ahead', 'behind'])('with the clock of the token service a minute %s', (side) => {
  let platform: TemporaryPlatform;
  let tenant: Tenant;
  let client: Credentials;

  beforeAll(async () => {
    platform = await TemporaryPlatform.start({
      replaced: { 'token-service': `tools/token-check/src/token-service-${side}.ts` },
      say: (line) => process.stderr.write(`${line}\n`),
    });
    tenant = await Tenant.make(platform.operator);
    client = await tenant.client();
  });
  afterAll(() => platform.stop());

  test('a token of the shifted service opens the API at once', async () => {
    const askedAt = Date.now() / 1_000;
    const { status, body } = await askForToken(platform.baseUrl, client);
    const answeredAt = Date.now() / 1_000;
    expect(status).toBe(200);
    const claims = JSON.parse(Buffer.from(body?.access_token?.split('.')[1] ?? '', 'base64url').toString()) as {
      iat: number;
      exp: number;
    };
    expect(claims.exp - claims.iat).toBe(3_600);
    const issuedAt = claims.iat - (side === 'ahead' ? 60 : -60);
    expect(issuedAt).toBeGreaterThan(askedAt - 2);
    expect(issuedAt).toBeLessThan(answeredAt + 1);
    expect(await statusWith(platform, body?.access_token)).toBe(200);
  });

  test('an old secret lives as long as its overlap says, and no longer', async () => {
    const rotated = await tenant.client();
    const params = { tenantId: tenant.id, clientId: rotated.clientId };
    const from = performance.now();
    done(await tenant.operator.rotateSecret({ params, body: { overlapSeconds: 4 } }), 200);
    expect((await askForToken(platform.baseUrl, rotated)).status).toBe(200);
    const isEnded = async () => (await askForToken(platform.baseUrl, rotated)).status === 401;
    await until(isEnded, 10_000, () => 'the old secret outlives its overlap');
    expect(performance.now() - from).toBeGreaterThan(3_000);
  });

  test('a disabled client is refused at once', async () => {
    const { body } = await askForToken(platform.baseUrl, client);
    await tenant.disable(client);
    expect(await statusWith(platform, body?.access_token)).toBe(401);
    expect((await askForToken(platform.baseUrl, client)).status).toBe(401);
  });
});

async function statusWith({ baseUrl }: TemporaryPlatform, token: string | undefined): Promise<number> {
  const headers = { authorization: `Bearer ${token ?? ''}` };
  return (await fetch(`${baseUrl}/api/v1/customers?pageSize=1`, { headers })).status;
}
