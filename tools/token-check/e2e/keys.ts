import { type Credentials, done, Processes, Tenant, until } from '@rapport/testbed';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { askForToken, kindsOf, tokenIn, tokenTraffic } from '../src/token-traffic.ts';
import { platform } from './checked-platform.ts';

const perSecond = 100;

const processes = new Processes(platform);
let clients: Credentials[];

beforeAll(async () => {
  const tenant = await Tenant.make(platform.operator);
  clients = await Promise.all(Array.from({ length: 20 }, () => tenant.client()));
});

test('keys rotate while tokens are asked for: every request gets one, and every token opens the API', async () => {
  const load = tokenTraffic(platform.baseUrl, clients, perSecond);
  // The load would go on beside the tests that follow a failure.
  onTestFinished(async () => {
    await load.stop();
  });
  const kids = [headOf(await newToken()).kid];
  for (let rotation = 0; rotation < 2; rotation += 1) {
    const { kid } = done(await platform.operator.rotateKeys({ body: {} }), 200);
    await passMinutes(10);
    await untilSignedWith(kid);
    const from = performance.now();
    await until(
      () => load.within(from).length >= perSecond,
      30_000,
      () => 'the load does not go on',
    );
    kids.push(kid);
  }
  await load.stop();
  const all = load.within(0);
  expect(kindsOf(all)).toEqual({ '200': all.length });
  const tokens = all.map(tokenIn);
  expect(new Set(tokens.map((token) => headOf(token).kid))).toEqual(new Set(kids));
  const sample = tokens.filter((_, n) => n % 10 === 0);
  for (const token of sample) {
    expect(new Set(await answersTo(token))).toEqual(new Set(['200']));
  }
});

test('RS256 signs once its key has been published for ten minutes, beside tokens of the key before', async () => {
  const before = await newToken();
  const { kid } = done(await platform.operator.rotateKeys({ body: { algorithm: 'RS256' } }), 200);
  await passMinutes(10);
  await untilSignedWith(kid);
  const after = await newToken();
  expect([before, after].map((token) => headOf(token).alg)).toEqual(['ES256', 'RS256']);
  for (const token of [before, after]) {
    expect(new Set(await answersTo(token))).toEqual(new Set(['200']));
  }
});

test('within a second of the revoke of the key that signs, its tokens open nothing and the spare signs, on every replica', async () => {
  const token = await newToken();
  const { kid } = headOf(token);
  expect(new Set(await answersTo(token))).toEqual(new Set(['200']));
  done(await platform.operator.revokeKey({ params: { kid } }), 200);
  const revokedAt = performance.now();
  const isDead = async () => (await answersTo(token)).every((answer) => answer === '401 token_invalid');
  await expectWithinASecond(revokedAt, isDead, 'a token of the revoked key opens the API');
  const issuers = await processes.of('token-service');
  const isLeft = async () =>
    (await Promise.all(issuers.map(({ url }) => newToken(url)))).every((one) => headOf(one).kid !== kid);
  await expectWithinASecond(revokedAt, isLeft, 'a token service signs with the revoked key');
  expect(new Set(await answersTo(await newToken()))).toEqual(new Set(['200']));
});

/** No question that is asked after the second may find it otherwise, however long its answer takes. */
async function expectWithinASecond(from: number, isSo: () => Promise<boolean>, otherwise: string): Promise<void> {
  for (let askedAt = performance.now(); !(await isSo()); askedAt = performance.now()) {
    expect(askedAt - from, otherwise).toBeLessThan(1_000);
  }
}

async function newToken(baseUrl = platform.baseUrl): Promise<string> {
  const { status, token = '' } = await askForToken(baseUrl, clients[0]);
  expect(status).toBe(200);
  return token;
}

function headOf(token: string): { kid: string; alg: string } {
  return JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: string; alg: string };
}

async function untilSignedWith(kid: string): Promise<void> {
  const issuers = await processes.of('token-service');
  await until(
    async () =>
      (await Promise.all(issuers.map(({ url }) => newToken(url)))).every((token) => headOf(token).kid === kid),
    5_000,
    () => 'a token service does not sign with the key that was rotated to',
  );
}

/** The answer of each replica of the public API to the token. */
async function answersTo(token: string): Promise<string[]> {
  const headers = { authorization: `Bearer ${token}` };
  const replicas = await processes.of('public-api');
  return Promise.all(
    replicas.map(async ({ url }) => {
      const answer = await fetch(`${url}/api/v1/customers?pageSize=1`, { headers });
      const { code } = (await answer.json()) as { code?: string };
      return code === undefined ? String(answer.status) : `${answer.status} ${code}`;
    }),
  );
}

/** Moves every time of the keys this much earlier. */
async function passMinutes(minutes: number): Promise<void> {
  await platform.query(
    `update control.signing_key set publish_at = publish_at - $1 * interval '1 minute',
      sign_from = sign_from - $1 * interval '1 minute', sign_until = sign_until - $1 * interval '1 minute',
      gone_at = gone_at - $1 * interval '1 minute'`,
    [minutes],
    'administrator of control',
  );
}
