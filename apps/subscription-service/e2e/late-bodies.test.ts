import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contracts as applicationContracts } from '@rapport/application-contract';
import { takesOwner, type Endpoint } from '@rapport/http-contract';
import { contracts as publicContracts } from '@rapport/public-contract';
import { companyContracts } from '@rapport/subscription-contract';
import {
  codeOf,
  consoleClientId,
  done,
  HalfSent,
  issueToken,
  newName,
  newSession,
  operatorContract,
  postForm,
  Processes,
  RunningPlatform,
  Tenant,
  type SlowRequest,
} from '@rapport/testbed';
import { describe, expect, inject, test } from 'vitest';
import { operator, unknownId } from './operator.ts';

const { baseUrl, stateFolder, operatorUrl, operatorCredential } = inject('platform');
const access = { url: operatorUrl, credential: operatorCredential };
const platform = new RunningPlatform({ baseUrl, stateFolder, dataDir: join(stateFolder, 'data'), access });

/** A caller of one surface, and the way in which it loses all that it may. */
interface Caller {
  readonly url: string;
  readonly token: string;
  readonly tenantId: string;
  readonly end: () => Promise<void>;
  /** All that the caller has changed until now. */
  readonly written: () => Promise<unknown>;
  /** A request that takes a unit; null where no limit counts. */
  readonly looks: string | null;
}

interface Surface {
  readonly operations: readonly Endpoint[];
  readonly newCaller: () => Promise<Caller>;
}

/** Each surface with every operation that takes a body, as its routes are made of them. */
const surfaces: Readonly<Record<string, Surface>> = {
  'public API': { operations: taking(publicContracts['public-api']), newCaller: newClient },
  'application API': {
    operations: taking(applicationContracts['application-api']),
    newCaller: () => newOwner('application-api', () => '/api/v1/user/me'),
  },
  owners: {
    operations: taking(companyContracts['subscription-service']).filter((one) => takesOwner(one.access)),
    newCaller: () => newOwner('subscription-service', shownTenant),
  },
  operators: { operations: taking(operatorContract), newCaller: newOperator },
};

describe.each(Object.entries(surfaces))('%s', (_, { operations, newCaller }) => {
  test('every operation asks again who the caller is where the body came late, and writes nothing', async () => {
    const caller = await newCaller();
    const before = await caller.written();
    const requests = await Promise.all(
      operations.map((operation) => HalfSent.begin({ ...requestOf(operation, caller), body: exampleOf(operation) })),
    );
    await caller.end();
    const answers = await Promise.all(requests.map((request) => request.finish()));
    const outcomes = operations.map(({ operationId }, at) => [operationId, answers[at]?.status]);
    expect(outcomes).toEqual(operations.map(({ operationId }) => [operationId, 401]));
    for (const { body } of answers) {
      expect(['token_invalid', 'client_disabled']).toContain(codeOf(body));
    }
    expect(await caller.written()).toEqual(before);
  });

  test('asking again takes no unit', async () => {
    const caller = await newCaller();
    const before = await unitsLeft(caller);
    const requests = await Promise.all(operations.map((operation) => HalfSent.begin(requestOf(operation, caller))));
    const statuses = (await Promise.all(requests.map((request) => request.finish()))).map(({ status }) => status);
    expect(statuses).toEqual(operations.map(() => 400));
    expect(await unitsLeft(caller)).toBe(caller.looks === null ? null : (before ?? 0) - operations.length - 1);
  });

  test('no operation takes a body that is longer than it may be', async () => {
    const caller = await newCaller();
    for (const operation of operations) {
      const body = ' '.repeat(bytesMaxOf(operation) + 1);
      await expect(HalfSent.begin({ ...requestOf(operation, caller), body }), operation.operationId).rejects.toThrow(
        'was answered 413',
      );
    }
  });
});

test.each([
  ['lost the role', demote, '403 permission_denied'],
  ['signed out', signOut, '401 token_invalid'],
] as const)('an owner that %s while a body was on its way changes nothing', async (_, end, refusal) => {
  const caller = await newOwner('subscription-service', shownTenant, end);
  const before = await caller.written();
  const { operations } = surfaces['owners'] ?? expect.fail('There are no owners.');
  const requests = await Promise.all(
    operations.map((operation) => HalfSent.begin({ ...requestOf(operation, caller), body: exampleOf(operation) })),
  );
  await caller.end();
  const answers = await Promise.all(requests.map((request) => request.finish()));
  expect(answers.map(({ status, body }) => `${status} ${codeOf(body)}`)).toEqual(operations.map(() => refusal));
  expect(await caller.written()).toEqual(before);
});

function taking(contract: Readonly<Record<string, Endpoint>>): Endpoint[] {
  return Object.values(contract).filter(({ access: who, body, file }) => who !== 'open' && (body ?? file));
}

/** A request with a body that no operation understands, so nothing is done where it is let through. */
function requestOf({ method, path, file }: Endpoint, { url, token, tenantId }: Caller): SlowRequest {
  const address = path.replace('{tenantId}', tenantId).replaceAll(/\{\w+\}/g, unknownId);
  const contentType = file ? 'multipart/form-data; boundary=edge' : 'application/json';
  return { url: url + address, method: method.toUpperCase(), token, contentType, body: '[ not understood' };
}

/** The body that the contract shows. */
function exampleOf({ example, file }: Endpoint): string {
  const part = `--edge\r\nContent-Disposition: form-data; name="${file?.name}"; filename="a.html"\r\n\r\n<p>a</p>\r\n--edge--\r\n`;
  return file ? part : JSON.stringify(example?.body ?? {});
}

function bytesMaxOf({ bodyBytesMax = 1_048_576, file }: Endpoint): number {
  return file ? file.bytesMax + 65_536 : bodyBytesMax;
}

async function unitsLeft({ url, token, looks }: Caller): Promise<number | null> {
  if (looks === null) {
    return null;
  }
  const answer = await fetch(url + looks, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  return Number(/r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1]);
}

/** A status shows the operators' port of a process that has one; the port of everybody else is in the environment of the process. */
async function urlOf(service: string): Promise<string> {
  const [replica] = await new Processes(platform).of(service);
  const environment = await readFile(`/proc/${replica?.pid}/environ`, 'utf8');
  const port = /(?:^|\0)PORT=(\d+)/.exec(environment)?.[1] ?? expect.fail(`no process of ${service} is there`);
  return `http://127.0.0.1:${port}`;
}

async function newClient(): Promise<Caller> {
  const tenant = await Tenant.make(operator);
  const client = await tenant.client();
  const token = await issueToken(baseUrl, client);
  const end = () => tenant.disable(client);
  const written = () => changesOf(tenant);
  return { url: await urlOf('public-api'), token, tenantId: tenant.id, end, written, looks: '/api/v1/customers' };
}

interface Owner {
  readonly tenantId: string;
  readonly userId: string;
  readonly refreshToken: string;
}

function shownTenant(tenantId: string): string {
  return `/subscription/v1/tenants/${tenantId}`;
}

async function disable({ tenantId, userId }: Owner): Promise<void> {
  done(await operator.disableUser({ params: { tenantId, userId } }), 200);
}

async function demote({ tenantId, userId }: Owner): Promise<void> {
  done(await operator.updateUser({ params: { tenantId, userId }, body: { role: 'administrator' } }), 200);
}

async function signOut({ refreshToken }: Owner): Promise<void> {
  const form = { token: refreshToken, client_id: consoleClientId };
  expect((await postForm(`${baseUrl}/connect/revocation`, form)).status).toBe(200);
}

async function newOwner(service: string, looks: (tenantId: string) => string, lose = disable): Promise<Caller> {
  const tenant = await Tenant.make(operator);
  const { id: tenantId } = tenant;
  const person = await tenant.person({ role: 'owner' });
  const { userId } = person;
  const { accessToken: token, refreshToken } = await newSession(baseUrl, person);
  const end = () => lose({ tenantId, userId, refreshToken });
  const written = async () => [await changesOf(tenant), await auditOf(`user:${userId}`)];
  return { url: await urlOf(service), token, tenantId, end, written, looks: looks(tenantId) };
}

async function newOperator(): Promise<Caller> {
  const name = newName('operator');
  const { credential: token } = done(await operator.createOperator({ body: { name } }), 201);
  const end = async () => void done(await operator.revokeOperator({ params: { name } }), 200);
  const { id: tenantId } = await Tenant.make(operator);
  return { url: operatorUrl, token, tenantId, end, written: () => auditOf(`operator:${name}`), looks: null };
}

/** The number of changes of records, whether or not they have been moved to the feed. */
async function changesOf({ schema, number }: Tenant): Promise<unknown> {
  const cell = await platform.connect('administrator');
  try {
    const text = `select (select count(*) from cell.outbox where tenant = $1) + (select count(*) from ${schema}.change_feed) as count`;
    return (await cell.query(text, [number])).rows;
  } finally {
    await cell.end();
  }
}

async function auditOf(actor: string): Promise<unknown> {
  return done(await operator.listAudit({ query: { actor } }), 200).data;
}
