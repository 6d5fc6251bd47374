import assert from 'node:assert/strict';
import { done, Tenant, until } from '@rapport/testbed';
import type { CheckedPlatform, TokenRuns } from '../checked-platform.ts';
import { askForToken } from '../token-traffic.ts';

/** Only the difference between two clocks counts, so the token services are shifted for all. */
export const clocks: TokenRuns = { ...withClock('ahead', 0, 60), ...withClock('behind', 1, -60) };

function withClock(side: string, index: number, aheadSeconds: number): TokenRuns {
  const run = (act: (on: Shifted) => Promise<void>) => async (on: CheckedPlatform) =>
    act(await shifted(on, index, aheadSeconds));
  const clock = `with the clock of the token service a minute ${side}`;
  return {
    [`${clock} a token of the shifted service opens the API at once`]: run(opensAtOnce),
    [`${clock} an old secret lives as long as its overlap says, and no longer`]: run(livesForItsOverlap),
    [`${clock} a disabled client is refused at once`]: run(isRefusedAtOnce),
  };
}

async function opensAtOnce({ platform, tokenService, client, aheadSeconds }: Shifted): Promise<void> {
  const askedAt = Date.now() / 1_000;
  const { status, token = '' } = await askForToken(tokenService, client);
  const answeredAt = Date.now() / 1_000;
  assert.equal(status, 200);
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    iat: number;
    exp: number;
  };
  assert.equal(claims.exp - claims.iat, 3_600);
  const issuedAt = claims.iat - aheadSeconds;
  assert.ok(issuedAt > askedAt - 2 && issuedAt < answeredAt + 1, `${issuedAt} after ${askedAt} to ${answeredAt}`);
  assert.equal(await statusWith(platform, token), 200);
}

async function livesForItsOverlap({ tenant, tokenService, client }: Shifted): Promise<void> {
  const params = { tenantId: tenant.id, clientId: client.clientId };
  const from = performance.now();
  done(await tenant.operator.rotateSecret({ params, body: { overlapSeconds: 2 } }), 200);
  assert.equal((await askForToken(tokenService, client)).status, 200);
  const isEnded = async () => (await askForToken(tokenService, client)).status === 401;
  await until(isEnded, 10_000, () => 'the old secret outlives its overlap');
  assert.ok(performance.now() - from > 1_000, 'the old secret ended before its overlap');
}

async function isRefusedAtOnce({ platform, tenant, tokenService, client }: Shifted): Promise<void> {
  const { token } = await askForToken(tokenService, client);
  assert.equal(await statusWith(platform, token), 200);
  await tenant.disable(client);
  assert.equal(await statusWith(platform, token), 401);
  assert.equal((await askForToken(tokenService, client)).status, 401);
}

type Shifted = Awaited<ReturnType<typeof shifted>>;

async function shifted({ platform, processes }: CheckedPlatform, index: number, aheadSeconds: number) {
  const tenant = await Tenant.make(platform.operator);
  const tokenService = (await processes.of('token-service'))[index]?.url ?? '';
  return { platform, tenant, client: await tenant.client(), tokenService, aheadSeconds };
}

async function statusWith({ baseUrl }: CheckedPlatform['platform'], token: string | undefined): Promise<number> {
  const headers = { authorization: `Bearer ${token ?? ''}` };
  return (await fetch(`${baseUrl}/api/v1/customers?pageSize=1`, { headers })).status;
}
