import type { Endpoint } from '@rapport/http-contract';
import { describe, expect, test } from 'vitest';
import { newToken } from '../tenant.ts';
import { expectAll } from './expected.ts';
import { document, seen } from './judged.ts';
import { isReferredTo, operations, resources } from './operations.ts';
import { send, type Changes } from './requests.ts';
import { all, guarded, missingId, ofRecords, resourceIn, rightMembers, row, taking, world } from './rows.ts';

const byId = ofRecords.filter(([, { path }]) => path.includes('{id}'));

describe('success', () => {
  test.each(all)('%s answers a right request as the document promises', async (_, operation) => {
    const params = operation.method === 'delete' ? { id: (await world.records.create(resourceIn(operation))).id } : {};
    await expectAll([row('a right request', operation, { params }, operation.success.status)]);
  });
});

describe('400 for a query', async () => {
  await import('./refused-queries.ts');
});
describe('400 for a body', async () => {
  await import('./refused-bodies.ts');
});

describe('401', () => {
  test.each(guarded)('%s refuses a request without a good token, with a challenge', async (_, operation) => {
    const [head, claims, signature = ''] = world.owner.token.split('.');
    const theirClaims = world.foreign.client.token.split('.')[1];
    const wrong = {
      nonsense: 'nonsense',
      'without a signature': `${head}.${claims}.`,
      'with another signature': `${head}.${claims}.${signature.split('').reverse().join('')}`,
      "with another tenant's claims": `${head}.${theirClaims}.${signature}`,
      'of no algorithm': `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`,
      'that is a secret': world.owner.clientSecret,
    };
    const challenge = { 'www-authenticate': /^Bearer .*error="invalid_token"/ };
    await expectAll([
      { ...row('none', operation, { token: null }, 401, 'token_missing'), headers: { 'www-authenticate': /^Bearer$/ } },
      ...Object.entries(wrong).map(([name, token]) => ({
        ...row(`a token ${name}`, operation, { token }, 401, 'token_invalid'),
        headers: challenge,
      })),
      row('a disabled client', operation, { token: world.disabled.token }, 401, 'client_disabled'),
    ]);
  });
});

describe('403', () => {
  test.each(ofRecords)('%s needs its own scope, and names it', async (_, { access, ...operation }) => {
    const scope = typeof access === 'object' && 'scope' in access ? access.scope : '';
    const scopes = resources.flatMap(({ name }) => ['read', 'write', 'delete'].map((act) => `${name}.${act}`));
    const token = await newToken(world.owner, scopes.filter((other) => other !== scope).join(' '));
    const challenge = new RegExp(`error="insufficient_scope", scope="${scope}"`);
    await expectAll([
      {
        ...row('all other scopes', { access, ...operation }, { token }, 403, 'insufficient_scope'),
        headers: { 'www-authenticate': challenge },
      },
    ]);
  });

  test.each(ofRecords.filter(([, { method }]) => method !== 'get'))(
    '%s needs the permission of the user, whatever the scopes',
    async (_, operation) => {
      await expectAll([row('a reader', operation, { token: world.reader.token }, 403, 'permission_denied')]);
    },
  );

  test.each(guarded)('%s needs a subscription to the public API', async (_, operation) => {
    await expectAll([row('a free plan', operation, { token: world.unsubscribed.token }, 403, 'subscription_required')]);
  });
});

describe('404', () => {
  test.each(byId)(
    '%s finds no record that is absent, invisible or of another tenant, in the same words',
    async (_, operation) => {
      const foreignId = world.foreign.of(resourceIn(operation)).id;
      const asked: Record<string, Changes> = {
        absent: { params: { id: missingId } },
        'of another tenant': { params: { id: foreignId } },
        'seen by a stranger': { token: world.foreign.client.token },
        invisible: { token: world.confined.token },
      };
      const details: string[] = [];
      const rows = Object.entries(asked).map(([name, changes]) => {
        const ask = async () => {
          const answer = await send(world, operation, withoutReferences(operation, changes));
          details.push((answer.body as { detail: string }).detail);
          return answer;
        };
        return { name, ask, status: 404, code: 'not_found' };
      });
      await expectAll(rows);
      expect(new Set(details).size).toBe(1);
    },
  );

  test.each(byId)('%s finds nothing at an id that is no UUID', async (_, operation) => {
    const ids = ['nonsense', missingId.slice(0, -1), `${missingId}0`, '1', "' or 1=1--", '\u0000'];
    await expectAll(ids.map((id) => row(id, operation, { params: { id } }, 404, 'not_found')));
  });

  test.each(ofRecords.filter(([, { path }]) => path.includes('{externalId}')))(
    '%s finds no record by the external id of another client',
    async (_, operation) => {
      await expectAll([
        row('absent', operation, { params: { externalId: 'absent' } }, 404, 'not_found'),
        row('of a colleague', operation, { token: world.colleague.token }, 404, 'not_found'),
        row('of another tenant', operation, { token: world.foreign.client.token }, 404, 'not_found'),
      ]);
    },
  );
});

/** A caller that does not see the record may not see what it refers to either. */
function withoutReferences(operation: Endpoint, changes: Changes): Changes {
  return operation.method === 'put' ? { ...changes, body: rightMembers(operation) } : changes;
}

describe('409', async () => {
  await import('./conflicts.ts');
});

describe('405, 406, 413 and 415', () => {
  test.each(all)('%s names the methods of its address, and answers no other type', async (_, operation) => {
    const methods = operations.filter(({ path }) => path === operation.path).map(({ method }) => method.toUpperCase());
    const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !methods.includes(method));
    const headers = { allow: new RegExp(methods.map((method) => `(?=.*\\b${method}\\b)`).join('')) };
    const wrongMethods = others.map((method) => ({
      ...row(method, operation, { method, body: undefined }, 405, 'method_not_allowed'),
      headers,
    }));
    const accepts = ['image/png', 'application/json;q=0'].map((accept) =>
      row(accept, operation, { headers: { accept } }, 406, 'not_acceptable'),
    );
    await expectAll([...wrongMethods, ...accepts]);
  });

  test.each(taking)('%s takes no body that is too long, of another type or encoded', async (_, operation) => {
    const long = `{"nonsense": "${'x'.repeat(operation.bodyBytesMax ?? 1_048_576)}"}`;
    const types = [
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'application/merge-patch+json',
    ];
    await expectAll([
      row('too long', operation, { body: long }, 413, 'payload_too_large'),
      ...types.map((type) =>
        row(type, operation, { headers: { 'content-type': type } }, 415, 'unsupported_media_type'),
      ),
      ...['gzip', 'br'].map((encoding) =>
        row(encoding, operation, { headers: { 'content-encoding': encoding } }, 415, 'unsupported_media_type'),
      ),
    ]);
  });
});

test('after all of this every record of the table is as it was', async () => {
  for (const resource of resources) {
    const { id, body, etag } = world.records.of(resource);
    const answer = await send(world, resource.get, { params: { id } });
    expect(answer.body).toEqual(body);
    expect(answer.headers.get('etag')).toBe(etag);
  }
});

test('the table has seen every code that the document promises, but those that take another tool', () => {
  const promised = ofRecords.flatMap(([operationId, operation]) => {
    const { responses = {} } = document.operations.find((one) => one.operationId === operationId) ?? {};
    return Object.entries(responses).flatMap(([status, { 'x-codes': codes = [] }]) =>
      codes.filter((code) => isOfTable(operation, status, code)).map((code) => `${operationId} ${status} ${code}`),
    );
  });
  expect(promised.filter((name) => !seen.has(name))).toEqual([]);
});

function isOfTable(operation: Endpoint, status: string, code: string): boolean {
  if (statusesOfTheEdge.has(status) || codesElsewhere.has(code)) {
    return false;
  }
  // Every role may read, and nothing refers to some resources.
  return code === 'permission_denied'
    ? operation.method !== 'get'
    : code !== 'resource_in_use' || isReferredTo(resourceIn(operation));
}

/** Heads that are too slow or too long. */
const statusesOfTheEdge: ReadonlySet<string> = new Set(['408', '431']);

/** Codes that take a broken platform, a full limit, a full tenant, a second request at the same time, an hour, or a converted lead. */
const codesElsewhere: ReadonlySet<string> = new Set([
  'plan_limit_reached',
  'idempotency_in_progress',
  'internal_error',
  'lead_converted',
  'rate_limited',
  'service_unavailable',
  'token_expired',
]);
