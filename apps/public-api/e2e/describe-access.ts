import { publicContract, type Customer } from '@rapport/public-contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { newCustomer, newCustomers } from './customers.ts';
import { expectProblem } from './problems.ts';
import {
  expectDone,
  newName,
  newTenant,
  operator,
  publicClient,
  type PublicClient,
  type TestClient,
} from './tenant.ts';

type Operation = keyof typeof publicContract;

/** The target of a call: a record of the owner's tenant, and a cursor of each of the owner's reads. */
export interface Target {
  readonly id: string;
  readonly externalId: string;
  readonly listCursor: string;
  readonly feedCursor: string;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** The owner of a record, and a client for each reason of a refusal. */
interface World {
  readonly owner: TestClient;
  readonly record: Customer;
  readonly target: Target;
  readonly stranger: TestClient;
  /** In the owner's tenant, with every right, and without sight of the record. */
  readonly confined: TestClient;
  readonly reader: TestClient;
  readonly unsubscribed: TestClient;
}

const allScopes = ['customers.read', 'customers.write', 'customers.delete'];

/** The refusals of an endpoint. Every endpoint has a line with its call. */
export function describeAccess(name: Operation, call: (client: PublicClient, target: Target) => Promise<Answer>): void {
  const { access, path } = publicContract[name];
  const hasRecord = path.includes('{');
  describe(name, () => {
    let world: World;
    beforeAll(async () => {
      world = await sharedWorld();
    });

    describeWithoutToken(name, call, () => world);

    test(`${name} without the scope ${access.scope} is 403 insufficient_scope, and the challenge names the scope`, async () => {
      const others = allScopes.filter((scope) => scope !== access.scope);
      const answer = await call(await world.owner.withScopes(...others), world.target);
      expectProblem(answer, 403, 'insufficient_scope');
      expect(answer.headers.get('www-authenticate')).toContain(`error="insufficient_scope", scope="${access.scope}"`);
      await expectUntouched(world);
    });

    if (!access.permission.endsWith('.read')) {
      test(`${name} without the permission is 403 permission_denied, even with the scope`, async () => {
        expectProblem(await call(world.reader, world.target), 403, 'permission_denied');
        await expectUntouched(world);
      });
    }

    test(`${name} without a subscription to the public API is 403 subscription_required`, async () => {
      expectProblem(await call(world.unsubscribed, world.target), 403, 'subscription_required');
    });

    if (hasRecord) {
      describeForeignRecord(name, call, () => world);
    } else {
      test(`${name} by another tenant reaches no record of the owner`, async () => {
        const answer = await call(world.stranger, world.target);
        if (name === 'createCustomer') {
          expectDone(await world.owner.getCustomer({ params: { id: world.target.id } }), 200);
          expectProblem(
            await world.owner.getCustomer({ params: { id: (answer.body as Customer).id } }),
            404,
            'not_found',
          );
          return;
        }
        expectProblem(answer, 400, 'invalid_cursor');
        expect((await call(world.owner, world.target)).status).toBe(200);
      });
    }
  });
}

function describeWithoutToken(
  name: Operation,
  call: (client: PublicClient, target: Target) => Promise<Answer>,
  world: () => World,
): void {
  test(`${name} without a token is 401 token_missing with a challenge that names no error`, async () => {
    const answer = await call(publicClient(undefined), world().target);
    expectProblem(answer, 401, 'token_missing');
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    await expectUntouched(world());
  });

  test(`${name} with a token that the platform did not sign is 401 token_invalid`, async () => {
    const [head, claims, signature = ''] = world().owner.token.split('.');
    const [, theirClaims] = world().stranger.token.split('.');
    const wrong = [
      'nonsense',
      `${head}.${claims}.`,
      `${head}.${claims}.${signature.split('').reverse().join('')}`,
      `${head}.${theirClaims}.${signature}`,
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`,
      world().owner.clientSecret,
    ];
    for (const token of wrong) {
      const answer = await call(publicClient(token), world().target);
      expectProblem(answer, 401, 'token_invalid');
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer .*error="invalid_token"/);
    }
    await expectUntouched(world());
  });
}

function describeForeignRecord(
  name: Operation,
  call: (client: PublicClient, target: Target) => Promise<Answer>,
  world: () => World,
): void {
  test(`${name} of another tenant's record is 404, and the record stays as it is`, async () => {
    expectProblem(await call(world().stranger, world().target), 404, 'not_found');
    await expectUntouched(world());
  });

  test(`${name} of a record that the RunAs user may not see is 404, and the record stays as it is`, async () => {
    expectProblem(await call(world().confined, world().target), 404, 'not_found');
    await expectUntouched(world());
  });

  test(`${name} of a record that does not exist is 404 in the same words`, async () => {
    const foreign = expectProblem(await call(world().stranger, world().target), 404, 'not_found');
    const missing = { ...world().target, id: '01890000-0000-7000-8000-000000000000', externalId: 'missing' };
    expect(expectProblem(await call(world().owner, missing), 404, 'not_found').detail).toBe(foreign.detail);
  });
}

async function expectUntouched({ owner, record }: World): Promise<void> {
  const found = await owner.getCustomer({ params: { id: record.id } });
  expect(expectDone(found, 200)).toEqual(record);
}

function sharedWorld(): Promise<World> {
  made ??= newWorld();
  return made;
}

let made: Promise<World> | undefined;

async function newWorld(): Promise<World> {
  const [tenant, other, free] = await Promise.all([newTenant(), newTenant(), newTenant()]);
  const [owner, stranger, unsubscribed] = await Promise.all([tenant.client(), other.client(), free.client()]);
  const [confinedUser, readerUser] = await Promise.all([
    tenant.user({ role: 'administrator', dataScope: 'own' }),
    tenant.user({ role: 'readOnly', dataScope: 'all' }),
  ]);
  const [confined, reader] = await Promise.all([
    tenant.client({ runAsUserId: confinedUser }),
    tenant.client({ runAsUserId: readerUser }),
  ]);
  expectDone(await operator.changePlan({ params: { tenantId: free.id }, body: { plan: 'free' } }), 200);
  const record = await newCustomer(owner, { externalId: newName('external') });
  await newCustomers(owner, 1);
  const query = { pageSize: 1 };
  const list = expectDone(await owner.listCustomers({ query }), 200);
  const feed = expectDone(await owner.listCustomerChanges({ query }), 200);
  const target = {
    id: record.id,
    externalId: record.externalId ?? '',
    listCursor: list.nextCursor ?? '',
    feedCursor: feed.nextCursor ?? '',
  };
  return { owner, record, target, stranger, confined, reader, unsubscribed };
}
