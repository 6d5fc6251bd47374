import type { Endpoint } from '@rapport/http-contract';
import { alternativesOf, wrongMembers } from '@rapport/testbed';
import { expect, test } from 'vitest';
import { expectAll, type Row } from './expected.ts';
import { document } from './judged.ts';
import { referencesOf } from './operations.ts';
import { send } from './requests.ts';
import { keyed, missingId, resourceIn, rightMembers, row, taking, world } from './rows.ts';

const writing = taking.filter(([, { path }]) => !path.endsWith('/batch'));
const batches = taking.filter(([, { path }]) => path.endsWith('/batch'));

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

test.each(writing)('%s refuses a body without any of the members of which one must be there', async (_, operation) => {
  const groups = alternativesOf(document, schemaOf(operation));
  for (const group of groups) {
    for (const value of [undefined, null]) {
      const body = { ...rightMembers(operation), ...Object.fromEntries(group.map((member) => [member, value])) };
      const { status, body: problem } = await send(world, operation, { body });
      expect(status).toBe(400);
      expect(group).toContain(Object.keys((problem as { errors: object }).errors)[0]);
    }
  }
});

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

test.each(taking)('%s refuses a body that is no JSON object, or breaks the rules of its text', async (_, operation) => {
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
});

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
  const keys = ['', 'k'.repeat(201), 'a\tb', 'clé'];
  await expectAll(
    keys.map((key) => row(key, operation, { headers: { 'idempotency-key': key } }, 400, 'idempotency_key_invalid')),
  );
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
