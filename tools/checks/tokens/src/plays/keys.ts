import assert from 'node:assert/strict';
import { done, Tenant, until } from '@rapport/testbed';
import { twentyClients, under, type CheckedPlatform, type TokenRuns } from '../checked-platform.ts';
import { askForToken, gotTokens, tokenIn, tokenTraffic } from '../token-traffic.ts';

export const keys: TokenRuns = {
  'keys rotate while tokens are asked for: every request gets one, and every token opens the API': under(
    async (on) => tokenTraffic(on.platform.baseUrl, await twentyClients(on), perSecond),
    async (on, load) => {
      const asker = await askerOf(on);
      const kids = [headOf(await asker.newToken()).kid];
      for (let rotation = 0; rotation < 2; rotation += 1) {
        kids.push(await asker.rotate({}));
        const from = performance.now();
        await until(
          () => load.within(from).length >= perSecond,
          30_000,
          () => 'the load does not go on',
        );
      }
      await load.stop();
      const all = load.within(0);
      gotTokens(all);
      const tokens = all.map(tokenIn);
      assert.deepEqual(new Set(tokens.map((token) => headOf(token).kid)), new Set(kids));
      for (const token of tokens.filter((_, n) => n % 10 === 0)) {
        await asker.opens(token);
      }
    },
  ),
  'RS256 signs once its key has been published for ten minutes, beside tokens of the key before': async (on) => {
    const asker = await askerOf(on);
    const before = await asker.newToken();
    await asker.rotate({ algorithm: 'RS256' });
    const tokens = [before, await asker.newToken()];
    const algorithms = tokens.map((token) => headOf(token).alg);
    assert.deepEqual(algorithms, ['ES256', 'RS256']);
    await Promise.all(tokens.map((token) => asker.opens(token)));
  },
  'within a second of the revoke of the key that signs, its tokens open nothing and the spare signs, on every replica':
    async (on) => {
      const asker = await askerOf(on);
      const token = await asker.newToken();
      const { kid } = headOf(token);
      await asker.opens(token);
      done(await on.platform.operator.revokeKey({ params: { kid } }), 200);
      const revokedAt = performance.now();
      const isDead = async () => (await asker.answersTo(token)).every((answer) => answer === '401 token_invalid');
      await withinASecond(revokedAt, isDead, 'a token of the revoked key opens the API');
      const isLeft = async () => (await asker.kids()).every((one) => one !== kid);
      await withinASecond(revokedAt, isLeft, 'a token service signs with the revoked key');
      await asker.opens(await asker.newToken());
    },
};

/** No question that is asked after the second may find it otherwise, however long its answer takes. */
async function withinASecond(from: number, isSo: () => Promise<boolean>, otherwise: string): Promise<void> {
  for (let askedAt = performance.now(); !(await isSo()); askedAt = performance.now()) {
    assert.ok(askedAt - from < 1_000, otherwise);
  }
}

/** A client that asks every token service, and shows its tokens to every replica of the public API. */
async function askerOf({ platform, processes }: CheckedPlatform) {
  const client = await (await Tenant.make(platform.operator)).client();
  const ofEach = async <T>(service: string, ask: (url: string) => Promise<T>): Promise<T[]> =>
    Promise.all((await processes.of(service)).map(({ url }) => ask(url)));
  const newToken = async (baseUrl = platform.baseUrl): Promise<string> => {
    const { status, token = '' } = await askForToken(baseUrl, client);
    assert.equal(status, 200);
    return token;
  };
  const kids = () => ofEach('token-service', async (url) => headOf(await newToken(url)).kid);
  const answersTo = (token: string) =>
    ofEach('public-api', async (url) => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${url}/api/v1/customers?pageSize=1`, { headers });
      const { code } = (await answer.json()) as { code?: string };
      return code === undefined ? String(answer.status) : `${answer.status} ${code}`;
    });
  const opens = async (token: string) => assert.deepEqual([...new Set(await answersTo(token))], ['200']);
  /** Rotates to a new key, and moves every time of the keys ten minutes earlier, so that it signs. */
  const rotate = async (body: { algorithm?: 'RS256' }): Promise<string> => {
    const { kid } = done(await platform.operator.rotateKeys({ body }), 200);
    await platform.query(tenMinutesEarlier, [], 'administrator of control');
    await until(
      async () => (await kids()).every((one) => one === kid),
      5_000,
      () => 'a token service does not sign with the key that was rotated to',
    );
    return kid;
  };
  return { newToken, kids, answersTo, opens, rotate };
}

function headOf(token: string): { kid: string; alg: string } {
  return JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: string; alg: string };
}

const tenMinutesEarlier = `update control.signing_key set publish_at = publish_at - interval '10 minutes',
  sign_from = sign_from - interval '10 minutes', sign_until = sign_until - interval '10 minutes',
  gone_at = gone_at - interval '10 minutes'`;
const perSecond = 100;
