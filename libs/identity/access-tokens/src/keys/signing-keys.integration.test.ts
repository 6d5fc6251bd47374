import type { ChangeContext } from '@rapport/audit';
import { statement, type Database } from '@rapport/database';
import { createTestDatabases, type TestDatabases } from '@rapport/database/testing';
import { Metrics } from '@rapport/telemetry';
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import { beforeEach, expect, inject, test } from 'vitest';
import { passMinutes, scenePeriodMs, signingReplica, tokenOf, verifyingReplica } from '../testing/key-scene.ts';
import { KeyService } from './key-service.ts';
import { KeyStore } from './key-store.ts';
import { Sealing } from './sealing.ts';
import type { SigningKeys } from './signing-keys.ts';

const context: ChangeContext = {
  trace: { traceId: '0'.repeat(32), traceparent: '' },
  actor: { kind: 'operator', name: 'an operator' },
};
const sealing = new Sealing({ k: Buffer.alloc(32, 3) });
const otherSealing = new Sealing({ k: Buffer.alloc(32, 4) });

let databases: TestDatabases;
let owner: Database;
let operators: KeyService;

beforeEach(async () => {
  databases = await createTestDatabases(inject('postgresAdministratorUrl'));
  owner = databases.connect('rapport_owner');
  operators = new KeyService(new KeyStore(databases.connect('rapport_subscription_service'), sealing));
  return () => databases.drop();
});

test('if several processes start on an empty installation at once, one makes a key and its spare, and all use them', async () => {
  const replicas = Array.from({ length: 6 }, newReplica);
  await Promise.all(replicas.map((replica) => replica.refresh(context)));
  expect(new Set(await kidsOf(replicas)).size).toBe(1);
  expect((await operators.list(context)).map(({ state }) => state)).toEqual(['signing', 'spare']);
  const [one, ...others] = await Promise.all(replicas.map((replica) => replica.keySet(context)));
  expect(one?.keys).toHaveLength(2);
  expect(others.every(({ etag }) => etag === one?.etag)).toBe(true);
});

test('the key of a rotation reaches every process and is published before it signs, and a second rotation waits for that', async () => {
  const replicas = [newReplica(), newReplica()];
  await refresh(replicas);
  const [first = ''] = await kidsOf(replicas);
  const second = await operators.rotate(context);
  expect(second).not.toBe(first);
  await refresh(replicas);
  expect(await kidsOf(replicas)).toEqual([second, second]);
  const third = await operators.rotate(context);
  expect(await operators.rotate(context)).toBe(third);
  await refresh(replicas);
  expect(await kidsOf(replicas)).toEqual([second, second]);
  expect((await publishedKids(replicas[0])).length).toBe(4);
  expect(await publishedKids(replicas[0])).toEqual(expect.arrayContaining([first, second, third]));
  await passMinutes(context, owner, 10);
  await refresh(replicas);
  expect(await kidsOf(replicas)).toEqual([third, third]);
  await passMinutes(context, owner, 61);
  await refresh(replicas);
  expect(await publishedKids(replicas[0])).not.toContain(first);
  expect(await publishedKids(replicas[0])).toContain(second);
});

test('when a rotation is due, many processes at once make a single key', async () => {
  const replicas = Array.from({ length: 6 }, newReplica);
  await refresh(replicas);
  const [first] = await kidsOf(replicas);
  await passMinutes(context, owner, scenePeriodMs / 60_000 + 1);
  await refresh(replicas);
  await refresh(replicas);
  const [second, ...others] = await kidsOf(replicas);
  expect(second).not.toBe(first);
  expect(others.every((kid) => kid === second)).toBe(true);
  expect((await operators.list(context)).map(({ state }) => state).toSorted()).toEqual(['retired', 'signing', 'spare']);
});

test('the key of an installation without a spare goes on signing, and gets a spare', async () => {
  await newReplica().refresh(context);
  await owner.control.query(context, forgetSpare);
  const [{ kid = '' } = {}] = await operators.list(context);
  const replica = newReplica();
  await replica.refresh(context);
  expect((await replica.current(context)).kid).toBe(kid);
  expect((await operators.list(context)).map(({ state }) => state)).toEqual(['signing', 'spare']);
});

test('tokens from before and after each rotation verify, and RS256 is one of them', async () => {
  const replica = newReplica();
  const { verifier } = verifyingReplica(databases.connect('rapport_public_api'));
  const tokens: string[] = [];
  for (const algorithm of ['ES256', 'RS256', undefined] as const) {
    tokens.push(tokenOf(await replica.current(context)));
    await operators.rotate(context, algorithm);
    await passMinutes(context, owner, 10);
    await replica.refresh(context);
  }
  tokens.push(tokenOf(await replica.current(context)));
  for (const token of tokens) {
    expect(await verifier.verify(context, token)).toMatchObject({ tokenId: 'one' });
    await jwtVerify(token, createLocalJWKSet(await jwksOf(replica)));
  }
  expect(tokens.map((token) => headOf(token).alg)).toEqual(['ES256', 'ES256', 'RS256', 'RS256']);
});

test('the key set shows public members only, for each kind of key its own', async () => {
  const replica = newReplica();
  await replica.refresh(context);
  await operators.rotate(context, 'RS256');
  await replica.refresh(context);
  const { keys } = await replica.keySet(context);
  const membersOf = (kty: string) =>
    new Set(keys.filter((key) => key.kty === kty).map((key) => Object.keys(key).sort().join()));
  expect(membersOf('EC')).toEqual(new Set(['alg,crv,kid,kty,use,x,y']));
  expect(membersOf('RSA')).toEqual(new Set(['alg,e,kid,kty,n,use']));
  expect(
    keys.filter(({ kty }) => kty === 'RSA').every(({ n = '' }) => Buffer.from(n, 'base64url').length === 256),
  ).toBe(true);
  const rows = await owner.control.query<{ jwk: object }>(context, publicKeys);
  expect(rows.flatMap(({ jwk }) => Object.keys(jwk)).filter((name) => /^(d|p|q|dp|dq|qi|oth|k)$/.test(name))).toEqual(
    [],
  );
});

test('a revoked key is gone at once and the spare signs in its place, even if the key was the last one', async () => {
  const replica = newReplica();
  await replica.refresh(context);
  for (let times = 0; times < 4; times += 1) {
    const { kid } = await replica.current(context);
    const [heir] = (await operators.list(context)).filter(({ state }) => state === 'spare');
    await operators.revoke(context, kid);
    await replica.refresh(context);
    expect((await replica.current(context)).kid).toBe(heir?.kid);
    expect(await publishedKids(replica)).not.toContain(kid);
  }
  await operators.revoke(context, (await operators.list(context)).find(({ state }) => state === 'gone')?.kid ?? '');
  await expect(operators.revoke(context, 'nothing')).rejects.toMatchObject({ code: 'not_found' });
});

test('the audit names the actor of the first keys, of a rotation and of a revocation, and keys that went long ago are deleted', async () => {
  const replica = newReplica();
  await replica.refresh(context);
  const { kid: first } = await replica.current(context);
  const kid = await operators.rotate(context);
  await operators.revoke(context, kid);
  expect(await owner.control.query(context, listAudit)).toEqual([
    { tenant: null, actor: 'token-service', event: 'key.maintained', subject: first },
    { tenant: null, actor: 'an operator', event: 'key.rotated', subject: kid },
    { tenant: null, actor: 'an operator', event: 'key.revoked', subject: kid },
  ]);
  await passMinutes(context, owner, 8 * 24 * 60);
  await operators.rotate(context);
  expect((await operators.list(context)).map((key) => key.kid)).not.toContain(kid);
});

test('a process with another key encryption key fails to start, and seals no key', async () => {
  await newReplica().refresh(context);
  const before = await operators.list(context);
  const sentence = /KEY_ENCRYPTION_KEY lacks the key it was sealed with/;
  await expect(
    signingReplica(databases.connect('rapport_token_service'), otherSealing).refresh(context),
  ).rejects.toThrow(sentence);
  const wrong = new KeyService(new KeyStore(databases.connect('rapport_subscription_service'), otherSealing));
  await expect(wrong.rotate(context)).rejects.toThrow(sentence);
  await expect(wrong.revoke(context, before[0]?.kid ?? '')).rejects.toThrow(sentence);
  expect(await operators.list(context)).toEqual(before);
});

test('a spare that cannot be opened is an error, while the key that signs stays in use', async () => {
  const replica = newReplica();
  await replica.refresh(context);
  const { kid } = await replica.current(context);
  await owner.control.query(context, breakSpare);
  const other = newReplica();
  await expect(other.refresh(context)).rejects.toThrow('KEY_ENCRYPTION_KEY');
  expect((await other.current(context)).kid).toBe(kid);
});

test('the metrics count the keys of each state, and say since when a rotation is due', async () => {
  const metrics = new Metrics();
  const replica = signingReplica(databases.connect('rapport_token_service'), sealing, metrics);
  await replica.refresh(context);
  expect(await metrics.text()).toContain('signing_keys{state="spare"} 1');
  expect(await metrics.text()).toContain('signing_key_rotation_overdue_seconds 0');
});

function newReplica(): SigningKeys {
  return signingReplica(databases.connect('rapport_token_service', { poolSize: 2 }), sealing);
}

async function refresh(replicas: readonly SigningKeys[]): Promise<void> {
  await Promise.all(replicas.map((replica) => replica.refresh(context)));
}

async function kidsOf(replicas: readonly SigningKeys[]): Promise<string[]> {
  return Promise.all(replicas.map(async (replica) => (await replica.current(context)).kid));
}

async function publishedKids(replica: SigningKeys | undefined): Promise<string[]> {
  return ((await replica?.keySet(context))?.keys ?? []).map(({ kid }) => kid);
}

async function jwksOf(replica: SigningKeys): Promise<JSONWebKeySet> {
  return { keys: [...(await replica.keySet(context)).keys] };
}

function headOf(token: string): { alg: string } {
  return JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { alg: string };
}

const forgetSpare = statement('forget_spare', `delete from control.signing_key where sign_from = 'infinity'`);
const breakSpare = statement(
  'break_spare',
  `update control.signing_key set sealed_private = 'x' where sign_from = 'infinity'`,
);
const publicKeys = statement('public_keys', `select public_jwk as jwk from control.signing_key`);
const listAudit = statement(
  'list_audit',
  `select tenant_id as tenant, actor, event, subject from control.audit where event like 'key.%' order by at`,
);
