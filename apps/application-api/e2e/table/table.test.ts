import { changesByGet, takesUser, type Endpoint, type UserAccess } from '@rapport/http-contract';
import { isScope } from '@rapport/kinds';
import { done } from '@rapport/testbed';
import { beforeAll, describe, expect, test } from 'vitest';
import { as, baseUrl, newColleague, newOwner, operator, type Person } from '../people.ts';
import { judged, type WrappedAnswer } from './judged.ts';
import { all, isFinal, operations } from './operations.ts';
import { makeRecordTargets } from './record-targets.ts';
import { idsOf, makeTargets, rightRequest, type Targets } from './targets.ts';

const [owner, stranger] = await Promise.all([newOwner(), newOwner()]);
const { data: role = null } = done(
  await as(owner).createRole({ body: { code: 'onlooker', name: 'Onlooker', permissions: [] } }),
  200,
);
const [reader, targets] = await Promise.all([newColleague(owner, { role: role ?? '' }), makeTargets(owner)]);
const client = await as(owner).createApiClient({ body: { name: 'Development', runAsUserId: owner.userId } });
const { clientId, clientSecret } = done(client, 200).data ?? expect.fail('There is no client.');
const clientToken = await tokenFrom('/connect/token', { clientId, clientSecret: clientSecret ?? '' });
const developerToken = await tokenFrom('/api/v1/auth/get-token-for-develop', {
  clientId,
  clientSecret: clientSecret ?? '',
});

interface Secret {
  readonly clientId: string;
  readonly clientSecret: string;
}

async function tokenFrom(path: string, { clientId, clientSecret }: Secret): Promise<string> {
  const isForm = path.startsWith('/connect');
  const fields = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const answer = await fetch(baseUrl + path, {
    method: 'POST',
    ...(isForm
      ? { body: new URLSearchParams(fields) }
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ clientId, clientSecret }) }),
  });
  const body = (await answer.json()) as { access_token?: string; data?: { accessToken: string } };
  return body.access_token ?? body.data?.accessToken ?? '';
}

function ask(operation: Endpoint, token: string | undefined, at = targets): Promise<WrappedAnswer> {
  return judged({ ...rightRequest(operation, at), token });
}

function accessOf({ access, operationId }: Endpoint): UserAccess {
  return takesUser(access) ? access : expect.fail(`${operationId} asks for no user.`);
}

function needsPermission(operation: Endpoint): boolean {
  return accessOf(operation).permissions.length > 0;
}

/** The token of the table has every scope, and its user every permission. */
function isForDevelopment(operation: Endpoint): boolean {
  const { permissions, act } = accessOf(operation);
  const isManaged = permissions.some((permission) => permission.endsWith('.manage'));
  const isOfGroups = operation.path.startsWith('/api/v1/customer/group/');
  return !isManaged && (act === 'read' || (!isOfGroups && permissions.some((permission) => isScope(permission))));
}

/** A request of the person's own password is never right here, because every test shares the person. */
function isTried({ operationId }: Endpoint): boolean {
  return operationId !== 'changePassword';
}

async function targetsOf(operation: Endpoint): Promise<Targets> {
  return isFinal(operation) ? { ...targets, records: await makeRecordTargets(owner) } : targets;
}

test.each(all)('%s answers a right request as the document promises', async (_, operation) => {
  const { status, body } = await ask(operation, owner.token, await targetsOf(operation));
  expect([status, body.errorCode]).toEqual(isTried(operation) ? [200, null] : [400, 'validation_failed']);
});

describe('401', () => {
  test.each(all)("%s refuses no token, a wrong one, a machine's and one of no signer", async (_, operation) => {
    const { status, body, headers } = await ask(operation, undefined);
    expect([status, body.errorCode, headers.get('www-authenticate')]).toEqual([401, 'token_missing', 'Bearer']);
    for (const token of ['nonsense', clientToken, `${owner.token.slice(0, -4)}AAAA`]) {
      const refused = await ask(operation, token);
      expect([refused.status, refused.body.errorCode]).toEqual([401, 'token_invalid']);
      expect(refused.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    }
  });

  test("the public API refuses a person's token", async () => {
    const answer = await fetch(`${baseUrl}/api/v1/customers`, { headers: { authorization: `Bearer ${owner.token}` } });
    expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'token_invalid' }]);
  });
});

describe('403', () => {
  test.each(all.filter(([, operation]) => needsPermission(operation)))(
    '%s refuses a person without its permission, whatever the request is',
    async (_, operation) => {
      const { status, body } = await judged({
        ...rightRequest(operation, targets),
        token: reader.token,
        ...(operation.body && { body: '{', headers: { 'content-type': 'text/plain' } }),
      });
      expect([status, body.errorCode]).toEqual([403, 'permission_denied']);
    },
  );

  test.each(all.filter(([, operation]) => !needsPermission(operation) && isTried(operation)))(
    '%s is for every person who is signed in',
    async (_, operation) => {
      expect((await ask(operation, reader.token)).status).toBe(200);
    },
  );

  test.each(all)(
    '%s lets a token for development do what its scopes say, read the rest, and no more',
    async (_, operation) => {
      const { status, body, headers } = await ask(operation, developerToken, await targetsOf(operation));
      if (isForDevelopment(operation)) {
        expect(status).toBe(200);
      } else {
        expect([status, body.errorCode]).toEqual([403, 'insufficient_scope']);
        expect(headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope"');
      }
    },
  );
});

describe('404', () => {
  test.each(all.filter(([, { path, method }]) => path.includes('{') || method === 'put'))(
    '%s does not know the records of another tenant',
    async (_, operation) => {
      const { status, body } = await ask(operation, stranger.token, { ...targets, runAs: stranger.userId });
      expect([status, body.errorCode]).toEqual([404, 'not_found']);
    },
  );

  test.each(all.filter(([name]) => name.startsWith('search')))(
    '%s finds nothing of another tenant',
    async (_, operation) => {
      const { body } = await ask(operation, stranger.token);
      const text = JSON.stringify(body.data);
      for (const id of idsOf(targets)) {
        expect(text).not.toContain(id);
      }
    },
  );
});

test.each(all)(
  '%s knows its own method alone, and HEAD where it is a GET that changes nothing',
  async (_, operation) => {
    const { path } = rightRequest(operation, targets);
    const answer = await fetch(baseUrl + path, { method: 'PATCH' });
    const head = operation.method === 'get' && !changesByGet(operation) ? ', HEAD' : '';
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, `${operation.method.toUpperCase()}${head}`]);
    expect(await answer.json()).toMatchObject({ isSuccess: false, errorCode: 'method_not_allowed' });
  },
);

test.each(all.filter(([, { body }]) => body !== undefined))(
  '%s refuses a body of another type, a broken one, none and an unknown member, in this order',
  async (_, operation) => {
    const { body: right, ...request } = rightRequest(operation, targets);
    const asked = { ...request, token: owner.token };
    const type = { 'content-type': 'text/plain' };
    const answers = [
      await judged({ ...asked, body: '{', headers: type }),
      await judged({ ...asked, body: '{' }),
      await judged(asked),
      await judged({ ...asked, body: { ...(right as object), nonsense: 1 } }),
    ];
    expect(answers.map(({ status, body }) => [status, body.errorCode])).toEqual([
      [415, 'unsupported_media_type'],
      [400, 'malformed_json'],
      [400, 'malformed_json'],
      [400, 'validation_failed'],
    ]);
    expect(Object.keys(answers.at(-1)?.body.errors ?? {})).toEqual(['nonsense']);
  },
);

describe('a suspended tenant', () => {
  let person: Person;
  let own: Targets;
  beforeAll(async () => {
    person = await newOwner();
    own = await makeTargets(person);
    done(await operator.suspendTenant({ params: { tenantId: person.tenantId } }), 200);
  });

  test.each(all)('%s goes on where it reads or takes access away, and is 403 otherwise', async (_, operation) => {
    const { status, body } = await ask(operation, person.token, own);
    if (accessOf(operation).act === 'write') {
      expect([status, body.errorCode]).toEqual([403, 'subscription_required']);
    } else {
      expect(status).toBe(isTried(operation) ? 200 : 400);
    }
  });
});

test('a person above the limit is refused everywhere, and a colleague is not', async () => {
  const person = await newColleague(owner, { role: 'owner', dataScope: 'all' });
  const exhaust = async (): Promise<void> => {
    for (let isLimited = false; !isLimited;) {
      const answers = await Promise.all(Array.from({ length: 40 }, () => as(person).getMe()));
      isLimited = answers.some(({ status }) => status === 429);
    }
  };
  await exhaust();
  for (const operation of operations) {
    let answer = await ask(operation, person.token);
    if (answer.status !== 429) {
      // The first requests may be a minute old by now, and count no more.
      await exhaust();
      answer = await ask(operation, person.token);
    }
    const { status, body, headers } = answer;
    expect([status, body.errorCode]).toEqual([429, 'rate_limited']);
    expect(headers.get('ratelimit-policy')).toBe('"business";q=1200;w=60');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect((await as(reader).getMe()).status).toBe(200);
}, 120_000);

test('every path of a group fails in the wrapper, and a path of no group does not', async () => {
  for (const path of ['user/nonsense', 'user/me/', 'customer/nonsense', 'lead', 'role/get']) {
    const answer = await fetch(`${baseUrl}/api/v1/${path}`);
    expect([answer.status, await answer.json()]).toMatchObject([
      404,
      { isSuccess: false, errorCode: 'route_not_found' },
    ]);
  }
  for (const path of ['userss', 'User/me', 'nonsense']) {
    const answer = await fetch(`${baseUrl}/api/v1/${path}`);
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'route_not_found' }]);
  }
});
