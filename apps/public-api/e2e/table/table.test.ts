import type { Endpoint } from '@rapport/http-contract';
import { alternativesOf, wrongMembers } from '@rapport/testbed';
import { beforeAll, describe, expect, test } from 'vitest';
import { newName, newToken } from '../tenant.ts';
import { expectAll, type Row } from './expected.ts';
import { document, seen } from './judged.ts';
import { operations, referencesOf, resourceOf, resources, type Resource } from './operations.ts';
import { send, type Changes } from './requests.ts';
import { wrongQueries } from './wrong-queries.ts';
import { newWorld, type World } from './world.ts';

const missingId = '01890000-0000-7000-8000-000000000000';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});

type Named = readonly [name: string, operation: Endpoint];

function named(chosen: readonly Endpoint[]): readonly Named[] {
  return chosen.map((operation) => [operation.operationId, operation]);
}

const all = named(operations);
const guarded = all.filter(([, { access }]) => access !== 'open');
const ofRecords = guarded.filter(([, operation]) => resourceOf(operation) !== undefined);
const byId = ofRecords.filter(([, { path }]) => path.includes('{id}'));
const queried = guarded.filter(([, { query }]) => query !== undefined);
const paged = ofRecords.filter(([, { query }]) => query !== undefined);
const taking = ofRecords.filter(([, { body }]) => body !== undefined);
const writing = taking.filter(([, { path }]) => !path.endsWith('/batch'));
const batches = taking.filter(([, { path }]) => path.endsWith('/batch'));
const conditional = ofRecords.filter(([, { headers }]) => headers !== undefined && 'if-match' in headers.shape);
const keyed = ofRecords.filter(([, { headers }]) => headers !== undefined && 'idempotency-key' in headers.shape);

function row(name: string, operation: Endpoint, changes: Changes, status: number, code?: string): Row {
  return { name, ask: () => send(world, operation, changes), status, ...(code === undefined ? {} : { code }) };
}

function resourceIn(operation: Endpoint): Resource {
  const resource = resourceOf(operation);
  if (resource === undefined) {
    throw new Error(`${operation.operationId} is an operation of no resource.`);
  }
  return resource;
}

describe('success', () => {
  test.each(all)('%s answers a right request as the document promises', async (_, operation) => {
    const params = operation.method === 'delete' ? { id: (await world.records.create(resourceIn(operation))).id } : {};
    await expectAll([row('a right request', operation, { params }, operation.success.status)]);
  });
});

describe('400 for a query', () => {
  test.each(guarded)('%s refuses a parameter that is there twice, be it known or not', async (_, operation) => {
    const rows = ['unknown=1&unknown=2', '=1&=1'].map((search) =>
      row(search, operation, { search }, 400, 'validation_failed'),
    );
    await expectAll(rows);
  });

  test.each(queried)('%s refuses a wrong parameter and names it', async (_, operation) => {
    const wrong = wrongQueries(operation).map(({ name, text }) => ({
      ...row(text, operation, { search: text }, 400, 'validation_failed'),
      at: name,
    }));
    await expectAll(wrong);
  });

  test.each(paged)(
    '%s refuses a cursor of another client, tenant or read, and one that was changed',
    async (_, operation) => {
      const cursors = await foreignCursors(operation);
      const rows = Object.entries(cursors).map(([name, cursor]) =>
        row(name, operation, { search: `cursor=${encodeURIComponent(cursor)}` }, 400, 'invalid_cursor'),
      );
      const own = await cursorOf(operation, world.owner.token);
      const later = `cursor=${encodeURIComponent(own)}&updatedFrom=2026-01-01T00:00:00Z`;
      await expectAll([...rows, row('another updatedFrom', operation, { search: later }, 400, 'invalid_cursor')]);
      await expectAll([row('its own', operation, { search: `cursor=${encodeURIComponent(own)}` }, 200)]);
    },
  );

  test.each(paged)('%s asks a client that sees other records since then for a full list', async (_, operation) => {
    const { client, before } = world.changed;
    const changes = { token: client.token, search: `updatedFrom=${encodeURIComponent(before)}` };
    await expectAll([row('an old updatedFrom', operation, changes, 400, 'updated_from_too_old')]);
  });
});

async function cursorOf(operation: Endpoint, token: string): Promise<string> {
  const { body } = await send(world, operation, { token, search: 'pageSize=1' });
  return String((body as { nextCursor: unknown }).nextCursor);
}

async function foreignCursors(operation: Endpoint): Promise<Record<string, string>> {
  const own = await cursorOf(operation, world.owner.token);
  const others = paged.filter(([name]) => name !== operation.operationId);
  const ofOtherReads = others.map(async ([name, other]) => [`of ${name}`, await cursorOf(other, world.owner.token)]);
  return {
    'of a colleague': await cursorOf(operation, world.colleague.token),
    'of another tenant': await cursorOf(operation, world.foreign.client.token),
    ...(Object.fromEntries(await Promise.all(ofOtherReads)) as Record<string, string>),
    shortened: own.slice(0, -1),
    lengthened: `${own}A`,
    changed: `${own.startsWith('A') ? 'B' : 'A'}${own.slice(1)}`,
    nonsense: 'nonsense',
  };
}

describe('400 for a body', () => {
  test.each(writing)('%s refuses a member that breaks a rule and names it', async (_, operation) => {
    const wrong = wrongMembers(document, schemaOf(operation), rightMembers(operation));
    const rows = [...wrong].flatMap(([member, values]) =>
      values.map(({ path, value }) => ({
        ...row(
          `${member}: ${String(JSON.stringify(value)).slice(0, 60)}`,
          operation,
          { body: { ...rightMembers(operation), [member]: value } },
          400,
          'validation_failed',
        ),
        at: path,
      })),
    );
    await expectAll(rows);
  });

  test.each(writing)('%s names all wrong members at once, and the custom fields with them', async (_, operation) => {
    const right = rightMembers(operation);
    const wrong = [...wrongMembers(document, schemaOf(operation), right)].flatMap(([member, [first]]) =>
      first === undefined || member === 'customFields' ? [] : [{ member, ...first }],
    );
    const customFields = [
      { key: 'region', value: 'west' },
      { key: 'nonsense', value: 1 },
      { key: 'seats', value: '1' },
      { key: 'seats', value: 1 },
    ];
    const ofFields = ['customFields[0].value', 'customFields[1].key', 'customFields[2].value', 'customFields[3].key'];
    // An answer names at most twenty paths.
    for (let from = 0; from < wrong.length; from += 15) {
      const some = wrong.slice(from, from + 15);
      const given = Object.fromEntries(some.map(({ member, value }) => [member, value]));
      const answer = await send(world, operation, { body: { ...right, ...given, customFields, nonsense: 1 } });
      const paths = Object.keys((answer.body as { errors?: object }).errors ?? {});
      expect(paths.toSorted()).toEqual([...some.map(({ path }) => path), ...ofFields, 'nonsense'].toSorted());
    }
  });

  test.each(writing)(
    '%s refuses a body without any of the members of which one must be there',
    async (_, operation) => {
      const groups = alternativesOf(document, schemaOf(operation));
      for (const group of groups) {
        for (const value of [undefined, null]) {
          const body = { ...rightMembers(operation), ...Object.fromEntries(group.map((member) => [member, value])) };
          const { status, body: problem } = await send(world, operation, { body });
          expect(status).toBe(400);
          expect(group).toContain(Object.keys((problem as { errors: object }).errors)[0]);
        }
      }
    },
  );

  test.each(batches)('%s answers each wrong item as it would be answered alone', async (_, operation) => {
    const { create } = resourceIn(operation);
    const wrong = [...wrongMembers(document, schemaOf(create), rightMembers(create))].flatMap(([member, values]) =>
      values.map(({ path, value }) => ({ path, item: { ...rightMembers(create), [member]: value } })),
    );
    for (let start = 0; start < wrong.length; start += 200) {
      const items = wrong.slice(start, start + 200);
      const { status, body } = await send(world, operation, { body: { items: items.map(({ item }) => item) } });
      expect(status).toBe(200);
      const { results } = body as { results: { error?: { code: string; errors: object } }[] };
      const answered = results.map(({ error }) => [error?.code, ...Object.keys(error?.errors ?? {})]);
      const alone = await Promise.all(items.slice(0, 20).map(({ item }) => send(world, create, { body: item })));
      const problems = alone.map((answer) => answer.body as { code: string; errors: object });
      expect(answered.slice(0, 20)).toEqual(problems.map(({ code, errors }) => [code, ...Object.keys(errors)]));
      expect(answered.map(([code]) => code)).toEqual(items.map(() => 'validation_failed'));
      expect(answered.flatMap(([, named = ''], index) => (isAt(named, items[index]?.path) ? [] : [named]))).toEqual([]);
    }
  });

  test.each(batches)('%s refuses a body without items, with none, too many, or anything else', async (_, operation) => {
    const items = Array.from({ length: 201 }, () => ({}));
    await expectAll([
      { ...row('no member', operation, { body: {} }, 400, 'validation_failed'), at: 'items' },
      { ...row('null', operation, { body: { items: null } }, 400, 'validation_failed'), at: 'items' },
      { ...row('no item', operation, { body: { items: [] } }, 400, 'validation_failed'), at: 'items' },
      { ...row('201 items', operation, { body: { items } }, 400, 'validation_failed'), at: 'items' },
      { ...row('no array', operation, { body: { items: {} } }, 400, 'validation_failed'), at: 'items' },
      { ...row('more', operation, { body: { items: [{}], x: 1 } }, 400, 'validation_failed'), at: 'x' },
    ]);
  });

  test.each(taking)(
    '%s refuses a body that is no JSON object, or breaks the rules of its text',
    async (_, operation) => {
      const malformed = {
        nothing: '',
        'half an object': '{',
        'no JSON': 'name=A',
        'a member twice': '{"nonsense": 1, "nonsense": 1}',
        'too deep': `${'['.repeat(21)}${']'.repeat(21)}`,
        'no UTF-8': new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
      };
      const others = { null: null, 'an array': [], 'a text': '"A"', 'a number': 7 };
      await expectAll([
        ...Object.entries(malformed).map(([name, body]) => row(name, operation, { body }, 400, 'malformed_json')),
        ...Object.entries(others).map(([name, body]) => row(name, operation, { body }, 400, 'validation_failed')),
      ]);
    },
  );

  test.each(writing)(
    '%s refuses a reference to a record that is not there or not visible, and names it',
    async (_, operation) => {
      const { confined, foreign, records, foreignUserId } = world;
      const rows = referencesOf(resourceIn(operation)).flatMap(({ member, to }) => {
        const ids = { absent: missingId, 'of another tenant': foreign.of(to).id };
        return Object.entries(ids).map(([name, id]) => refusedReference(operation, `${member} ${name}`, member, id));
      });
      const hidden =
        operation.method === 'post'
          ? referencesOf(resourceIn(operation)).map(({ member, to }) => {
              const body = { ...rightMembers(operation), ownerUserId: undefined, [member]: records.of(to).id };
              const changes = { token: confined.token, body };
              return { ...row(`${member} invisible`, operation, changes, 400, 'validation_failed') };
            })
          : [];
      const owners = { absent: missingId, 'of another tenant': foreignUserId };
      const ownerRows = Object.entries(owners).map(([name, id]) =>
        refusedReference(operation, `ownerUserId ${name}`, 'ownerUserId', id),
      );
      await expectAll([...rows, ...hidden, ...ownerRows]);
    },
  );

  test.each(keyed)('%s refuses an Idempotency-Key that is empty, too long or not ASCII', async (_, operation) => {
    const keys = ['', 'k'.repeat(201), 'clé'];
    await expectAll(
      keys.map((key) => row(key, operation, { headers: { 'idempotency-key': key } }, 400, 'idempotency_key_invalid')),
    );
  });
});

function isAt(named: string, path = ''): boolean {
  return named === path || named.startsWith(`${path}.`) || named.startsWith(`${path}[`);
}

function refusedReference(operation: Endpoint, name: string, member: string, id: string): Row {
  const body = { ...rightMembers(operation), [member]: id };
  return { ...row(name, operation, { body }, 400, 'validation_failed'), at: member };
}

function schemaOf(operation: Endpoint) {
  const { requestBody } = document.operations.find(({ operationId }) => operationId === operation.operationId) ?? {};
  return requestBody?.content['application/json']?.schema ?? {};
}

/** The members of the resource's example, as this world has them. An update leaves code and external id as they are. */
function rightMembers(operation: Endpoint): Readonly<Record<string, unknown>> {
  return { ...world.records.newBody(resourceIn(operation)), code: undefined, externalId: undefined };
}

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
    const ids = ['nonsense', missingId.slice(0, -1), `${missingId}0`, '1'];
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

describe('409', () => {
  test.each(conditional)('%s is concurrency_conflict with an If-Match of another version', async (_, operation) => {
    const conditions = ['"nonsense"', 'W/"1"', '"nonsense", "other"'];
    const rows = conditions.map((condition) =>
      row(condition, operation, { headers: { 'if-match': condition } }, 409, 'concurrency_conflict'),
    );
    await expectAll(rows);
  });

  test.each(conditional)('%s is validation_failed with an If-Match without an entity tag', async (_, operation) => {
    const rows = ['nonsense', '1', '"1', '**'].map((condition) =>
      row(condition, operation, { headers: { 'if-match': condition } }, 400, 'validation_failed'),
    );
    await expectAll(rows);
  });

  test.each(named(resources.map(({ create }) => create)))('%s knows what is taken', async (_, operation) => {
    const resource = resourceIn(operation);
    const { externalId, body } = world.records.of(resource);
    const taken = { ...rightMembers(operation), externalId };
    const hasCode = 'code' in resource.body;
    const again = { ...rightMembers(operation), code: String(body['code']).toLowerCase() };
    await expectAll([
      row('the external id of another record', operation, { body: taken }, 409, 'external_id_conflict'),
      ...(hasCode ? [row('the code of another record', operation, { body: again }, 409, 'code_conflict')] : []),
    ]);
  });

  test.each(named(resources.map(({ update }) => update)))(
    '%s knows what is taken, and what never changes',
    async (_, operation) => {
      const resource = resourceIn(operation);
      const { externalId, body } = world.records.of(resource);
      const unnamed = await world.records.create(resource, { externalId: null });
      const params = { id: unnamed.id };
      const at = (members: object) => ({ params, body: { ...rightMembers(operation), ...members } });
      const changed = (value: unknown) => ({ body: { ...body, externalId: value } });
      const hasCode = 'code' in resource.body;
      await expectAll([
        row('the external id of another record', operation, at({ externalId }), 409, 'external_id_conflict'),
        ...(hasCode ? [row('a code', operation, at({ code: body['code'] }), 409, 'code_conflict')] : []),
        row('another external id', operation, changed(newName()), 409, 'external_id_immutable'),
        row('no external id', operation, changed(null), 409, 'external_id_immutable'),
      ]);
    },
  );

  test.each(keyed)('%s refuses a key that another request has used', async (_, operation) => {
    const headers = { 'idempotency-key': newName('key') };
    await expectAll([row('the first', operation, { headers }, operation.success.status)]);
    await expectAll([row('another body', operation, { headers }, 409, 'idempotency_key_reused')]);
  });

  test.each(named(resources.map(({ remove }) => remove)))(
    '%s keeps a record to which others refer',
    async (_, operation) => {
      const resource = resourceIn(operation);
      const isReferred = isReferredTo(resource);
      const { id } = isReferred ? world.records.of(resource) : await world.records.create(resource);
      await expectAll([
        isReferred
          ? row('a record in use', operation, { params: { id } }, 409, 'resource_in_use')
          : row('a record', operation, { params: { id } }, 204),
      ]);
    },
  );
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

function isReferredTo(resource: Resource): boolean {
  return resources.some((other) => referencesOf(other).some(({ to }) => to === resource));
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
