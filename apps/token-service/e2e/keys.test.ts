import { createPrivateKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Database, statement } from '@rapport/database';
import { Sealing } from '@rapport/identity';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { beforeAll, expect, inject, test } from 'vitest';
import { ask, done, formOf, newTenant, operator, tokens, type Credentials } from './token-client.ts';

const { baseUrl, stateFolder } = inject('platform');
const keySetUrl = `${baseUrl}/.well-known/openid-configuration/jwks`;

let client: Credentials;
beforeAll(async () => {
  client = await (await newTenant()).client();
});

test('after a rotation new tokens carry the new key, and those from before still open the API', async () => {
  const before = await newToken();
  const kid = done(await operator.rotateKeys({ body: {} }), 200).kid;
  await expect.poll(async () => kidOf(await newToken()), { timeout: 3_000 }).toBe(kid);
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

test('within a second of its revoke the tokens of a key open nothing on any replica', async () => {
  const spare = await spareKey();
  const token = await signedWith(spare);
  expect(await answersWith(token)).toEqual(allReplicas({ status: 200 }));
  done(await operator.revokeKey({ params: { kid: spare.kid } }), 200);
  const revokedAtMs = performance.now();
  await expect
    .poll(() => answersWith(token), { interval: 20 })
    .toEqual(allReplicas({ status: 401, code: 'token_invalid' }));
  expect(performance.now() - revokedAtMs).toBeLessThan(1_000);
  expect(done(await tokens.getKeySet(), 200).keys.map(({ kid }) => kid)).not.toContain(spare.kid);
  expect(await stateOf(spare.kid)).toBe('gone');
  expect((await spareKey()).kid).not.toBe(spare.kid);
  expect(await answersWith(await newToken())).toEqual(allReplicas({ status: 200 }));
});

test('a key that is not there is told so, and an algorithm that we do not have', async () => {
  const unknown = await operator.revokeKey({ params: { kid: 'nothing' } });
  expect(unknown).toMatchObject({ status: 404, body: { code: 'not_found' } });
  // The client's types would not let it through.
  const algorithm = 'HS256' as 'ES256';
  expect((await operator.rotateKeys({ body: { algorithm } })).status).toBe(400);
});

test('the key set and the metadata may be kept for five minutes, and are not sent again while they are the same', async () => {
  for (const url of [keySetUrl, `${baseUrl}/.well-known/openid-configuration`]) {
    const first = await fetch(url);
    expect(first.headers.get('cache-control')).toBe('public, max-age=300');
    const again = await fetch(url, { headers: { 'if-none-match': String(first.headers.get('etag')) } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  }
});

test('the key set shows public members alone', async () => {
  const { keys } = (await (await fetch(keySetUrl)).json()) as { keys: object[] };
  expect(keys.length).toBeGreaterThan(1);
  for (const key of keys) {
    expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
  }
});

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

interface OpenedKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
}

/** The spare, opened with the platform's own keys. Nobody else's tokens are signed with it, so that it may be revoked. */
async function spareKey(): Promise<OpenedKey> {
  const { dataDir, servers } = await readState();
  const secret = (name: string) => readFile(join(dataDir, 'secrets', name), 'utf8');
  const url = new URL(servers.find(({ name }) => name === 'postgres')?.url ?? '');
  url.username = 'rapport_token_service';
  url.password = await secret('rapport_token_service.password');
  url.pathname = 'rapport_control';
  const database = new Database({ controlUrl: url.href, cells: {}, poolSize: 1 });
  const trace = { traceId: '0'.repeat(32), traceparent: '' };
  const [row] = await database.control.query<{ kid: string; sealed: Buffer }>({ trace }, findSpare);
  await database.close();
  const sealing = new Sealing(Buffer.from(await secret('KEY_ENCRYPTION_KEY'), 'base64'));
  const jwk = JSON.parse(sealing.open(row?.sealed ?? Buffer.alloc(0))) as JsonWebKey;
  return { kid: row?.kid ?? '', privateKey: createPrivateKey({ key: jwk, format: 'jwk' }) };
}

/** The token that the client would have got if this key signed. */
async function signedWith({ kid, privateKey }: OpenedKey): Promise<string> {
  return new SignJWT(decodeJwt(await newToken()))
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid })
    .sign(privateKey);
}

interface ReplicaAnswer {
  readonly status: number;
  readonly code?: string;
}

async function answersWith(token: string): Promise<ReplicaAnswer[]> {
  return Promise.all(
    (await publicApis()).map(async (url) => {
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

async function publicApis(): Promise<string[]> {
  return (await readState()).services.filter(({ name }) => name === 'public-api').map(({ url }) => url);
}

async function readState() {
  return JSON.parse(await readFile(join(stateFolder, 'state.json'), 'utf8')) as {
    readonly dataDir: string;
    readonly services: readonly { readonly name: string; readonly url: string }[];
    readonly servers: readonly { readonly name: string; readonly url: string }[];
  };
}

const findSpare = statement(
  'find_spare',
  `select kid, sealed_private as sealed from control.signing_key where sign_from = 'infinity' and gone_at = 'infinity'`,
);
