import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contracts as applicationContracts } from '@rapport/application-contract';
import { takesOwner, type Endpoint } from '@rapport/http-contract';
import { contracts as publicContracts } from '@rapport/public-contract';
import { companyContracts } from '@rapport/subscription-contract';
import {
  anyAddress,
  Browser,
  codeOf,
  done,
  HalfSent,
  issueToken,
  newEmail,
  newName,
  operatorContract,
  Processes,
  RunningPlatform,
  signIn,
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
    newCaller: () => newOwner('subscription-service', (tenantId) => `/subscription/v1/tenants/${tenantId}`),
  },
  operators: { operations: taking(operatorContract), newCaller: newOperator },
};

describe.each(Object.entries(surfaces))('%s', (_, { operations, newCaller }) => {
  test('every operation asks again who the caller is where the body came late', async () => {
    const caller = await newCaller();
    const requests = await Promise.all(operations.map((operation) => HalfSent.begin(requestOf(operation, caller))));
    await caller.end();
    const answers = await Promise.all(requests.map((request) => request.finish()));
    const outcomes = operations.map(({ operationId }, at) => [operationId, answers[at]?.status]);
    expect(outcomes).toEqual(operations.map(({ operationId }) => [operationId, 401]));
    for (const { body } of answers) {
      expect(['token_invalid', 'client_disabled']).toContain(codeOf(body));
    }
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

function taking(contract: Readonly<Record<string, Endpoint>>): Endpoint[] {
  return Object.values(contract).filter(({ access: who, body, file }) => who !== 'open' && (body ?? file));
}

/** A request with a body that no operation understands, so nothing is done where it is let through. */
function requestOf({ method, path, file }: Endpoint, { url, token, tenantId }: Caller): SlowRequest {
  const address = path.replace('{tenantId}', tenantId).replaceAll(/\{\w+\}/g, unknownId);
  const contentType = file ? 'multipart/form-data; boundary=edge' : 'application/json';
  return { url: url + address, method: method.toUpperCase(), token, contentType, body: '[ not understood' };
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
  return { url: await urlOf('public-api'), token, tenantId: tenant.id, end, looks: '/api/v1/customers' };
}

async function newOwner(service: string, looks: (tenantId: string) => string): Promise<Caller> {
  const { id: tenantId } = await Tenant.make(operator);
  const body = { email: newEmail(), name: newName(), role: 'owner', dataScope: 'all' } as const;
  const { userId, password } = done(await operator.createUser({ params: { tenantId }, body }), 201);
  const person = { email: body.email, password: password ?? '' };
  const { accessToken: token } = await signIn(baseUrl, new Browser(baseUrl, anyAddress()), person);
  const end = async (): Promise<void> => {
    done(await operator.disableUser({ params: { tenantId, userId } }), 200);
  };
  return { url: await urlOf(service), token, tenantId, end, looks: looks(tenantId) };
}

async function newOperator(): Promise<Caller> {
  const [name, token] = [newName('operator'), `rpt_op_${newName().replaceAll(' ', '')}`];
  await inControl(`insert into control.operator (id, name, digest) values (gen_random_uuid(), $1, $2)`, [
    ...[name, createHash('sha256').update(token).digest()],
  ]);
  const end = () => inControl('delete from control.operator where name = $1', [name]);
  return { url: operatorUrl, token, tenantId: unknownId, end, looks: null };
}

async function inControl(text: string, values: unknown[]): Promise<void> {
  const control = await platform.connect('administrator of control');
  try {
    await control.query(text, values);
  } finally {
    await control.end();
  }
}
