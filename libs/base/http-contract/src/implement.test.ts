import { idParameter, optionalText, requiredText } from '@rapport/members/fields';
import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { endpoint, type Parsed, type Result } from './endpoint.ts';
import { implement } from './implement.ts';
import { RawJson } from './raw-json.ts';

const thing = z.object({ id: z.string(), kind: z.enum(['small', 'large']) });

const things = {
  getThing: endpoint({
    operationId: 'getThing',
    method: 'get',
    path: '/things/{id}',
    access: 'open',
    params: z.object({ id: idParameter() }),
    success: { status: 200, body: thing, headers: z.object({ etag: z.string() }) },
    errors: ['not_found'],
  }),
  createThing: endpoint({
    operationId: 'createThing',
    method: 'post',
    path: '/things',
    access: { scope: 'things.write', permission: 'things.write', limiter: 'business' },
    body: z.object({ name: requiredText(10), note: optionalText(10) }),
    success: { status: 201, body: thing },
    errors: [],
  }),
  deleteThing: endpoint({
    operationId: 'deleteThing',
    method: 'delete',
    path: '/things/{id}',
    access: 'open',
    params: z.object({ id: idParameter() }),
    success: { status: 204 },
    errors: ['not_found'],
  }),
};

interface Caller {
  name: string;
}

const deleteThing = async () => ({ status: 204 }) as const;

test('every operation of a contract is bound to its handler', async () => {
  const routes = implement(things)<Caller>({
    getThing: async (caller, { params }) => ({
      status: 200,
      body: { id: params.id + caller.name, kind: 'small' },
      headers: { etag: '"1"' },
    }),
    createThing: async () => ({ status: 201, body: new RawJson('{}') }),
    deleteThing,
  });
  expect(routes.map((route) => route.endpoint.operationId)).toEqual(['getThing', 'createThing', 'deleteThing']);
  const request = {
    params: { id: '1' },
    query: undefined,
    headers: undefined,
    body: undefined,
    fingerprint: Buffer.alloc(0),
  };
  expect(await routes[0]?.handle({ name: 'a' }, request)).toMatchObject({ body: { id: '1a' } });
});

test('a request and its answer have the types of their endpoint', () => {
  expectTypeOf<Parsed<typeof things.getThing>['params']>().toEqualTypeOf<{ id: string }>();
  expectTypeOf<Parsed<typeof things.getThing>['body']>().toEqualTypeOf<undefined>();
  expectTypeOf<Parsed<typeof things.createThing>['body']>().toEqualTypeOf<{ name: string; note: string | null }>();
  expectTypeOf<Result<typeof things.createThing>['status']>().toEqualTypeOf<201>();
});

test('a missing handler, another status and another literal do not compile', () => {
  const bind = implement(things)<Caller>;
  const never = (): boolean => false;
  if (never()) {
    // @ts-expect-error a contract entry without a handler must not compile
    bind({ deleteThing, createThing: async () => ({ status: 201, body: { id: '1', kind: 'small' } }) });
    bind({
      deleteThing,
      // @ts-expect-error the contract does not have this literal
      getThing: async () => ({ status: 200, body: { id: '1', kind: 'huge' }, headers: { etag: '"1"' } }),
      // @ts-expect-error the contract has another status
      createThing: async () => ({ status: 200, body: { id: '1', kind: 'small' } }),
    });
    bind({
      deleteThing,
      // @ts-expect-error a header that the contract promises is missing
      getThing: async () => ({ status: 200, body: { id: '1', kind: 'small' } }),
      createThing: async () => ({ status: 201, body: { id: '1', kind: 'small' } }),
    });
  }
  expect(things.getThing.access).toBe('open');
});
