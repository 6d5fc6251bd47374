import { Processes } from '@rapport/testbed';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { expect, inject, test } from 'vitest';
import { ask, done, formOf, newTenant, operator, tokens } from './token-client.ts';
import { forge, stolenKey } from './token-forger.ts';

const { baseUrl, stateFolder } = inject('platform');
const processes = new Processes({ stateFolder });
const keySetUrl = `${baseUrl}/.well-known/openid-configuration/jwks`;

const client = await (await newTenant()).client();

test('after a rotation new tokens carry the new key, and tokens from before still open the API', async () => {
  const before = await newToken();
  const kid = done(await operator.rotateKeys({ body: {} }), 200).kid;
  await expect.poll(async () => kidOf(await newToken()), { timeout: 10_000 }).toBe(kid);
  const after = await newToken();
  for (const token of [before, after]) {
    expect(await answersWith(token)).toEqual(allReplicas({ status: 200 }));
  }
  const { keys } = done(await tokens.getKeySet(), 200);
  expect(keys.map((key) => key.kid)).toEqual(expect.arrayContaining([kidOf(before), kidOf(after)]));
  expect(await stateOf(kidOf(before))).toBe('retired');
  expect(await stateOf(kid)).toBe('signing');
});

test('a second rotation names the key that signs next, which is published and waits', async () => {
  const first = done(await operator.rotateKeys({ body: {} }), 200).kid;
  const second = done(await operator.rotateKeys({ body: {} }), 200).kid;
  const { keys } = done(await operator.listKeys(), 200);
  const next = keys.find((key) => key.kid === second);
  expect(next?.state).toBe('next');
  expect(Date.parse(String(next?.signFromUtc)) - Date.parse(String(next?.publishAtUtc))).toBe(600_000);
  expect(done(await tokens.getKeySet(), 200).keys.map((key) => key.kid)).toContain(second);
  expect([second, first]).toContain(done(await operator.rotateKeys({ body: {} }), 200).kid);
  expect((await operator.rotateKeys({ body: { algorithm: 'RS256' } })).status).toBe(409);
});

test('within a second after a key was revoked its tokens open nothing on any replica', async () => {
  const spare = await spareKid();
  const token = await forge(await stolenKey(spare), decodeJwt(await newToken()));
  expect(await answersWith(token)).toEqual(allReplicas({ status: 200 }));
  done(await operator.revokeKey({ params: { kid: spare } }), 200);
  const revokedAtMs = performance.now();
  await expectWithinASecond(revokedAtMs, async () => (await answersWith(token)).every(({ status }) => status === 401));
  expect(await answersWith(token)).toEqual(allReplicas({ status: 401, code: 'token_invalid' }));
  await expectWithinASecond(revokedAtMs, async () =>
    done(await tokens.getKeySet(), 200).keys.every(({ kid }) => kid !== spare),
  );
  expect(await stateOf(spare)).toBe('gone');
  expect(await spareKid()).not.toBe(spare);
  expect(await answersWith(await newToken())).toEqual(allReplicas({ status: 200 }));
});

test('a request about an unknown key is 404, and a request with an unknown algorithm is 400', async () => {
  const unknown = await operator.revokeKey({ params: { kid: 'nothing' } });
  expect(unknown).toMatchObject({ status: 404, body: { code: 'not_found' } });
  // The types of the client do not allow this request.
  const algorithm = 'HS256' as 'ES256';
  expect((await operator.rotateKeys({ body: { algorithm } })).status).toBe(400);
});

test('caches may keep the key set and the metadata for five minutes, and get them again only if they have changed', async () => {
  for (const url of [keySetUrl, `${baseUrl}/.well-known/openid-configuration`]) {
    const first = await fetch(url);
    expect(first.headers.get('cache-control')).toBe('public, max-age=300');
    const again = await fetch(url, { headers: { 'if-none-match': String(first.headers.get('etag')) } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  }
});

test('the key set shows public members only', async () => {
  const { keys } = (await (await fetch(keySetUrl)).json()) as { keys: object[] };
  expect(keys.length).toBeGreaterThan(1);
  for (const key of keys) {
    expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
  }
});

/** No question that is asked after the second may find it otherwise, however long its answer takes. */
async function expectWithinASecond(fromMs: number, isSo: () => Promise<boolean>): Promise<void> {
  for (let askedAtMs = performance.now(); !(await isSo()); askedAtMs = performance.now()) {
    expect(askedAtMs - fromMs).toBeLessThan(1_000);
  }
}

async function newToken(): Promise<string> {
  const { status, body } = await ask(formOf(client));
  expect(status).toBe(200);
  return String(body['access_token']);
}

function kidOf(token: string): string {
  return String(decodeProtectedHeader(token).kid);
}

async function stateOf(kid: string): Promise<string | undefined> {
  return done(await operator.listKeys(), 200).keys.find((key) => key.kid === kid)?.state;
}

/** No other test has tokens that the spare signed, so this test may revoke it. */
async function spareKid(): Promise<string> {
  const { keys } = done(await operator.listKeys(), 200);
  return keys.find(({ state, goneAtUtc }) => state === 'spare' && goneAtUtc === null)?.kid ?? '';
}

interface ReplicaAnswer {
  readonly status: number;
  readonly code?: string;
}

async function answersWith(token: string): Promise<ReplicaAnswer[]> {
  return Promise.all(
    (await processes.of('public-api')).map(async ({ url }) => {
      const answer = await fetch(`${url}/api/v1/customers?pageSize=1`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const { code } = (await answer.json()) as { code?: string };
      return { status: answer.status, ...(code !== undefined && { code }) };
    }),
  );
}

function allReplicas(answer: ReplicaAnswer): ReplicaAnswer[] {
  return [answer, answer];
}
