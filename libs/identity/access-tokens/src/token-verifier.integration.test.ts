import { createHmac, createPublicKey } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ChangeContext } from '@rapport/audit';
import { databasesOfFile, Tap } from '@rapport/database/testing';
import { Background, Metrics, startTelemetry } from '@rapport/telemetry';
import { SignJWT } from 'jose';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { applicationApiAudience, publicApiAudience } from './access-token.ts';
import { KeyService } from './keys/key-service.ts';
import { KeyStore } from './keys/key-store.ts';
import { Sealing } from './keys/sealing.ts';
import { personTokenOf, sceneIssuer, signingReplica, tokenOf, verifyingReplica } from './testing/key-scene.ts';
import type { TokenVerifier } from './token-verifier.ts';

const context: ChangeContext = {
  trace: { traceId: '0'.repeat(32), traceparent: '' },
  actor: { kind: 'operator', name: 'an operator' },
};

const databases = await databasesOfFile();
const telemetry = await startTelemetry({ service: 'test', instance: 1, sampleRatio: 0, logLevel: 'silent' });
const sealing = new Sealing({ k: Buffer.alloc(32, 3) });
const operators = new KeyService(new KeyStore(databases.connect('rapport_subscription_service'), sealing));
const signing = signingReplica(databases.connect('rapport_token_service'), sealing);
const { verifier } = verifyingReplica(databases.connect('rapport_public_api'));
const { verifier: application } = verifyingReplica(databases.connect('rapport_public_api'), applicationApiAudience);
let key = await signing.current(context);
afterEach(() => vi.useRealTimers());
afterAll(() => telemetry.shutdown());

test('a verified token has its id, its audiences and its times', async () => {
  const audiences = [publicApiAudience, applicationApiAudience];
  const [iat, exp] = [now() - 5, now() + 5];
  const token = tokenOf(key, { jti: 'an id', aud: audiences, iat, exp });
  expect(await verifier.verify(context, token)).toMatchObject({
    tokenId: 'an id',
    audiences,
    issuedAtMs: iat * 1_000,
    expiresAtMs: exp * 1_000,
  });
  expect(await verifier.verify(context, tokenOf(key))).toMatchObject({ audiences: [publicApiAudience] });
});

test('a token of a service whose clock is a minute off is good, also when it is presented again', async () => {
  holdClock();
  const early = tokenOf(key, { iat: now() + 58, nbf: now() + 58, exp: now() + 3_658 });
  const late = tokenOf(key, { iat: now() - 3_658, exp: now() - 55 });
  for (const token of [early, late, early, late]) {
    expect(await verifier.verify(context, token)).toMatchObject({ tokenId: 'one' });
  }
});

test('a token that expired more than a minute ago, or becomes valid in more than a minute, is refused', async () => {
  holdClock();
  expect(await codeOf(tokenOf(key, { exp: now() - 61 }))).toBe('token_expired');
  expect(await codeOf(tokenOf(key, { nbf: now() + 70 }))).toBe('token_invalid');
});

test('a token that names a later time of issue than now is taken, because the clock of its signer may be ahead', async () => {
  expect(await codeOf(tokenOf(key, { iat: now() + 300 }))).toBe('nothing');
});

test('a token that was verified before expires all the same', async () => {
  holdClock();
  const token = tokenOf(key, { exp: now() - 57 });
  expect(await codeOf(token)).toBe('nothing');
  vi.setSystemTime(Date.now() + 3_000);
  expect(await codeOf(token)).toBe('token_expired');
});

test('a token is verified with the algorithm of its key, whichever algorithm it names', async () => {
  const { keys } = await signing.keySet(context);
  const jwk = keys.find(({ kid }) => kid === key.kid);
  const pem = createPublicKey({ key: { ...jwk }, format: 'jwk' }).export({ format: 'pem', type: 'spki' });
  const [head = '', claims = '', signature = ''] = tokenOf(key).split('.');
  const forgeries = [
    `${withHead({ alg: 'none' })}.${claims}.`,
    `${withHead({ alg: 'none' })}.${claims}.${signature}`,
    signedWithHmac('HS256', pem),
    signedWithHmac('HS256', JSON.stringify(jwk)),
    `${withHead({ alg: 'RS256' })}.${claims}.${signature}`,
    `${withHead({ alg: 'ES384' })}.${claims}.${signature}`,
    `${withHead({ typ: 'JWT' })}.${claims}.${signature}`,
    `${withHead({ kid: undefined })}.${claims}.${signature}`,
    `${withHead({ kid: 'another' })}.${claims}.${signature}`,
    `${head}.${claims}.${Buffer.alloc(64).toString('base64url')}`,
    `${head}.${claims}`,
    '',
  ];
  for (const forgery of forgeries) {
    expect(await codeOf(forgery), forgery).toBe('token_invalid');
  }

  function withHead(changed: object): string {
    return Buffer.from(JSON.stringify({ alg: 'ES256', typ: 'at+jwt', kid: key.kid, ...changed })).toString('base64url');
  }
  function signedWithHmac(alg: string, secret: string | Buffer): string {
    const input = `${withHead({ alg })}.${claims}`;
    return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
  }
});

test('a token of another issuer, for another API or without one of its claims is refused', async () => {
  expect(await codeOf(tokenOf(key, { iss: 'http://elsewhere.test' }))).toBe('token_invalid');
  expect(await codeOf(tokenOf(key, { aud: applicationApiAudience }))).toBe('token_invalid');
  const bare = new SignJWT({ client_id: 'client' })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: key.kid })
    .setIssuer(sceneIssuer)
    .setAudience(publicApiAudience)
    .setIssuedAt()
    .setExpirationTime('1h');
  expect(await codeOf(await bare.sign(key.privateKey))).toBe('token_invalid');
});

test("a person's token is good at the application API alone, and names the user, the session and the epoch", async () => {
  expect(await application.verify(context, personTokenOf(key, { tev: 3 }))).toMatchObject({
    kind: 'person',
    userId: 'user',
    sessionId: 'session',
    clientId: 'console',
    tenantId: 'tenant',
    epoch: 3,
  });
  expect(await codeOf(personTokenOf(key))).toBe('token_invalid');
  expect(await codeOf(tokenOf(key), application)).toBe('token_invalid');
});

test('a good token for the other API is told where it belongs, and no other token is', async () => {
  const ofPerson = personTokenOf(key);
  expect(await sentenceOf(tokenOf(key), application)).toMatch(/^This token is for the public API; /);
  expect(await sentenceOf(ofPerson, verifier)).toMatch(/^This token is for the application API; /);
  const [head = '', claims = '', signature = ''] = ofPerson.split('.');
  const altered = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
  for (const other of [
    tokenOf(key, { aud: 'urn:another' }),
    `${head}.${claims}.${altered}`,
    personTokenOf(key, { iss: 'http://elsewhere.test' }),
  ]) {
    expect(await sentenceOf(other, verifier)).toMatch(/^The access token is not valid; /);
  }
  const [iat, exp] = [now() - 7_200, now() - 3_600];
  expect(await sentenceOf(personTokenOf(key, { iat, exp }), verifier)).toMatch(/^The access token has expired; /);
});

async function sentenceOf(token: string, by: TokenVerifier): Promise<string> {
  return by.verify(context, token).then(
    () => 'nothing',
    (error: unknown) => String(error instanceof Error ? error.message : error),
  );
}

test("a token that is a client's and a person's at once, or neither, is refused", async () => {
  for (const token of [
    personTokenOf(key, { scope: 'customers.read' }),
    tokenOf(key, { aud: applicationApiAudience, scope: undefined as unknown as string }),
  ]) {
    expect(await codeOf(token, application)).toBe('token_invalid');
  }
});

test('unknown keys are looked for at most once a second, however many tokens name such a key', async () => {
  const metrics = new Metrics();
  const replica = verifyingReplica(databases.connect('rapport_public_api', { metrics }));
  await replica.keys.refresh(context);
  const tokens = Array.from({ length: 200 }, (_, n) => tokenOf({ ...key, kid: `unknown ${n}` }));
  const codes = await Promise.all(tokens.map((token) => codeOf(token, replica.verifier)));
  expect(new Set(codes)).toEqual(new Set(['token_invalid']));
  const counted = /database_statement_duration_seconds_count{statement="public_key_list"} (\d+)/;
  expect(counted.exec(await metrics.text())?.[1]).toBe('2');
});

test('a key that was published after the last read is found when its first token is presented', async () => {
  const replica = verifyingReplica(databases.connect('rapport_public_api'));
  await replica.keys.refresh(context);
  const before = new Set((await operators.list(context)).map(({ kid }) => kid));
  const spare = (await operators.list(context)).find(({ state }) => state === 'spare');
  await operators.revoke(context, spare?.kid ?? '');
  const added = (await operators.list(context)).find(({ kid }) => !before.has(kid));
  expect(replica.keys.has(added?.kid ?? '')).toBe(false);
  expect(await replica.keys.find(context, added?.kid ?? '')).toMatchObject({ algorithm: 'ES256' });
});

test('within a second after a key was revoked every replica refuses its tokens, also the ones that it verified before', async () => {
  const replicas = [1, 2, 3].map(() => verifyingReplica(databases.connect('rapport_public_api')));
  const background = new Background(telemetry);
  [signing, ...replicas.map(({ keys }) => keys)].forEach((keys) => keys.start(background));
  const current = await signing.current(context);
  const token = tokenOf(current);
  for (const replica of replicas) {
    expect(await codeOf(token, replica.verifier)).toBe('nothing');
  }
  await operators.revoke(context, current.kid);
  const revokedAtMs = performance.now();
  for (const replica of replicas) {
    const isRefused = async () => (await codeOf(token, replica.verifier)) === 'token_invalid';
    await expectWithinASecond(revokedAtMs, isRefused);
  }
  await expectWithinASecond(revokedAtMs, async () => (await signing.current(context)).kid !== current.kid);
  const next = tokenOf(await signing.current(context));
  const codes = await Promise.all(replicas.map((replica) => codeOf(next, replica.verifier)));
  expect(codes).toEqual(['nothing', 'nothing', 'nothing']);
  await background.stop();
});

test('while the database is away the known keys stay in use, and a token of an unknown key is refused', async () => {
  const tap = await Tap.open(databases.url('control', 'rapport_public_api'));
  const options = { controlUrl: tap.url, times: { postgresQueryMs: 1_000 } };
  const replica = verifyingReplica(databases.connect('rapport_public_api', options));
  key = await signing.current(context);
  expect(await codeOf(tokenOf(key), replica.verifier)).toBe('nothing');
  for (const fail of [() => tap.freeze(), () => tap.cut()]) {
    fail();
    await expect(replica.keys.refresh(context)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await codeOf(tokenOf(key, { jti: 'another' }), replica.verifier)).toBe('nothing');
    expect(await codeOf(tokenOf({ ...key, kid: 'unknown' }), replica.verifier)).toBe('token_invalid');
  }
  await tap.close();
});

test('a process that never reached the database answers that the service is unavailable', async () => {
  const unreachable = databases.connect('rapport_public_api', { controlUrl: 'postgres://127.0.0.1:1/none' });
  expect(await codeOf(tokenOf(key), verifyingReplica(unreachable).verifier)).toBe('service_unavailable');
});

/** No question that is asked after the second may find it otherwise, however long its answer takes. */
async function expectWithinASecond(fromMs: number, isSo: () => Promise<boolean>): Promise<void> {
  for (let askedAtMs = performance.now(); !(await isSo()); askedAtMs = performance.now()) {
    expect(askedAtMs - fromMs).toBeLessThan(1_000);
    await pause(5);
  }
}

async function codeOf(token: string, by = verifier): Promise<string> {
  return by.verify(context, token).then(
    () => 'nothing',
    (error: unknown) => String((error as { code?: string }).code),
  );
}

/** The time goes on when a test sets it, however long it takes to verify a token. */
function holdClock(): void {
  vi.useFakeTimers({ toFake: ['Date'] });
}

function now(): number {
  return Math.floor(Date.now() / 1_000);
}
