import { type Credentials, done, Processes, Tenant, until } from '@rapport/testbed';
import { beforeAll, describe, expect, test } from 'vitest';
import { askForToken } from '../src/token-traffic.ts';
import { platform } from './checked-platform.ts';

/** Only the difference between two clocks counts, so the token services are shifted for all. */
describe.each([
  ['ahead', 0],
  ['behind', 1],
])('with the clock of the token service a minute %s', (side, index) => {
  let tenant: Tenant;
  let client: Credentials;
  let tokenService: string;

  beforeAll(async () => {
    tenant = await Tenant.make(platform.operator);
    client = await tenant.client();
    tokenService = (await new Processes(platform).of('token-service'))[index]?.url ?? '';
  });

  test('a token of the shifted service opens the API at once', async () => {
    const askedAt = Date.now() / 1_000;
    const { status, token } = await askForToken(tokenService, client);
    const answeredAt = Date.now() / 1_000;
    expect(status).toBe(200);
    const claims = JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()) as {
      iat: number;
      exp: number;
    };
    expect(claims.exp - claims.iat).toBe(3_600);
    const issuedAt = claims.iat - (side === 'ahead' ? 60 : -60);
    expect(issuedAt).toBeGreaterThan(askedAt - 2);
    expect(issuedAt).toBeLessThan(answeredAt + 1);
    expect(await statusWith(token)).toBe(200);
  });

  test('an old secret lives as long as its overlap says, and no longer', async () => {
    const rotated = await tenant.client();
    const params = { tenantId: tenant.id, clientId: rotated.clientId };
    const from = performance.now();
    done(await tenant.operator.rotateSecret({ params, body: { overlapSeconds: 2 } }), 200);
    expect((await askForToken(tokenService, rotated)).status).toBe(200);
    const isEnded = async () => (await askForToken(tokenService, rotated)).status === 401;
    await until(isEnded, 10_000, () => 'the old secret outlives its overlap');
    expect(performance.now() - from).toBeGreaterThan(1_000);
  });

  test('a disabled client is refused at once', async () => {
    const { token } = await askForToken(tokenService, client);
    await tenant.disable(client);
    expect(await statusWith(token)).toBe(401);
    expect((await askForToken(tokenService, client)).status).toBe(401);
  });
});

async function statusWith(token: string | undefined): Promise<number> {
  const headers = { authorization: `Bearer ${token ?? ''}` };
  return (await fetch(`${platform.baseUrl}/api/v1/customers?pageSize=1`, { headers })).status;
}
