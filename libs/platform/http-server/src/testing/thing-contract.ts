import { endpoint, idempotencyKeyHeader, implement, pageQuery, RawJson } from '@rapport/http-contract';
import { AppError, type CallContext } from '@rapport/kernel';
import { idParameter, optionalText, requiredText } from '@rapport/members/fields';
import { z } from 'zod';
import type { Exchange } from '../exchange.ts';

const thing = z.object({ id: z.string(), name: z.string() });
const access = { scope: 'things.write', permission: 'things.write', limiter: 'business' } as const;
const byId = z.object({ id: idParameter() });

/** So large that a file does not arrive with the head of its request. */
export const fileBytesMax = 300_000;

/** An endpoint of each kind. */
export const thingContract = {
  listThings: endpoint({
    operationId: 'listThings',
    method: 'get',
    path: '/api/v1/things',
    access,
    query: pageQuery,
    success: { status: 200, body: z.object({ pageSize: z.number(), updatedFrom: z.string().nullable() }) },
    errors: [],
  }),
  getThingByName: endpoint({
    operationId: 'getThingByName',
    method: 'get',
    path: '/api/v1/things/by-name/{name}',
    access,
    params: z.object({ name: requiredText(200) }),
    success: { status: 200, body: thing },
    errors: [],
  }),
  getThing: endpoint({
    operationId: 'getThing',
    method: 'get',
    path: '/api/v1/things/{id}',
    access,
    params: byId,
    success: { status: 200, body: thing, headers: z.object({ etag: z.string() }) },
    errors: [],
  }),
  createThing: endpoint({
    operationId: 'createThing',
    method: 'post',
    path: '/api/v1/things',
    access,
    headers: z.object({ 'idempotency-key': idempotencyKeyHeader() }),
    body: z.strictObject({ name: requiredText(10) }),
    success: { status: 201, body: thing },
    errors: [],
  }),
  updateThing: endpoint({
    operationId: 'updateThing',
    method: 'put',
    path: '/api/v1/things/{id}',
    access,
    params: byId,
    body: z.strictObject({ name: requiredText(10) }),
    success: { status: 200, body: thing },
    errors: [],
  }),
  deleteThing: endpoint({
    operationId: 'deleteThing',
    method: 'delete',
    path: '/api/v1/things/{id}',
    access,
    params: byId,
    success: { status: 204 },
    errors: [],
  }),
  takeForm: endpoint({
    operationId: 'takeForm',
    method: 'post',
    path: '/connect/form',
    access: 'open',
    bodyType: 'form',
    bodyBytesMax: 16_384,
    success: { status: 200, body: z.object({ fields: z.array(z.tuple([z.string(), z.string()])) }) },
    errors: ['rate_limited', 'invalid_client', 'invalid_scope'],
  }),
  advanceThing: endpoint({
    operationId: 'advanceThing',
    method: 'get',
    path: '/api/v1/thing/advance/{id}',
    access: { permissions: ['things.write'], act: 'write', limiter: 'business' },
    envelope: 'apiResult',
    params: byId,
    success: { status: 200, body: z.literal(true).meta({ id: 'Boolean' }), headers: z.object({ etag: z.string() }) },
    errors: [],
  }),
  nameThing: endpoint({
    operationId: 'nameThing',
    method: 'post',
    path: '/api/v1/thing/name',
    access: { permissions: [], act: 'write', limiter: 'business' },
    envelope: 'apiResult',
    body: z.strictObject({ name: requiredText(10) }),
    success: { status: 200, body: z.string().meta({ id: 'String' }) },
    errors: [],
  }),
  sendFile: endpoint({
    operationId: 'sendFile',
    method: 'post',
    path: '/api/v1/thing/send',
    access: { permissions: [], act: 'write', limiter: 'business' },
    envelope: 'apiResult',
    query: z.object({ Name: requiredText(10), Note: optionalText(10) }),
    file: {
      name: 'file',
      bytesMax: fileBytesMax,
      description: 'A text.',
      problemOf: ({ name }) => (name.endsWith('.txt') ? undefined : 'This must be a text.'),
    },
    success: { status: 200, body: z.string().meta({ id: 'String' }) },
    errors: [],
  }),
  breakDown: endpoint({
    operationId: 'breakDown',
    method: 'get',
    path: '/api/v1/broken/{how}',
    access: 'open',
    params: z.object({ how: z.string() }),
    success: { status: 200, body: thing },
    errors: [],
  }),
};

/** An endpoint that lets every caller in, and answers with a page. */
export const openContract = {
  getPage: endpoint({
    operationId: 'getPage',
    method: 'get',
    path: '/page',
    access: 'open',
    success: { status: 200, mediaType: 'text/html', headers: z.object({ etag: z.string() }), body: z.string() },
    errors: [],
  }),
  getBytes: endpoint({
    operationId: 'getBytes',
    method: 'get',
    path: '/bytes/{bytes}',
    access: 'open',
    params: z.object({ bytes: z.coerce.number() }),
    success: { status: 200, bytes: ['application/octet-stream'] },
    errors: [],
  }),
};

/** The bytes that are there to be read: so many that no system takes them in at once. */
export const servedBytes = Buffer.alloc(
  20_000_000,
  Uint8Array.from({ length: 251 }, (_, at) => at),
);

/** The places from which pieces were read. */
export const placesRead: number[] = [];

/** Each reading of a piece waits for these. */
export const holdUps: (() => Promise<void>)[] = [];

async function* piecesFrom(place: number, length: number): AsyncGenerator<Buffer> {
  for (let at = place; at < length; at += 262_144) {
    placesRead.push(at);
    await Promise.all(holdUps.map((holdUp) => holdUp()));
    yield servedBytes.subarray(at, Math.min(at + 262_144, length));
  }
}

export const openRoutes = implement(openContract)<CallContext>({
  getPage: async ({ trace }) => ({
    status: 200,
    body: `<p>ş ${trace.traceId}</p>`,
    headers: { etag: '"1"', 'cache-control': 'public, max-age=300' },
  }),
  getBytes: async (_, { params: { bytes: length } }) => ({
    status: 200,
    bytes: {
      mediaType: 'application/octet-stream',
      length,
      etag: `"${length}"`,
      from: (place) => piecesFrom(place, length),
    },
  }),
});

export const thingId = '01890000-0000-7000-8000-000000000000';

const failures: Record<string, () => never> = {
  bug: () => {
    throw new TypeError('select secret from table');
  },
  unavailable: () => {
    throw new AppError('service_unavailable', 'Try again.', { headers: { 'retry-after': '1' } });
  },
  undeclared: () => {
    throw new AppError('code_conflict', 'Not in the contract.');
  },
};

/** The routes of the contract. A create and a sent file note the fingerprint of their request; a file with the note `wait` waits. */
export function thingRoutes(fingerprints: string[], wait: () => Promise<void>) {
  return implement(thingContract)<Exchange>({
    listThings: async (_, { query }) => ({
      status: 200,
      body: { pageSize: query.pageSize, updatedFrom: query.updatedFrom ?? null },
    }),
    getThingByName: async (_, { params }) => ({ status: 200, body: { id: thingId, name: params.name } }),
    getThing: async (_, { params }) => ({
      status: 200,
      body: new RawJson(`{"id":"${params.id}","name":"ş"}`),
      headers: { etag: '"1"' },
    }),
    createThing: async (_, { body, fingerprint }) => {
      fingerprints.push(fingerprint.toString('hex'));
      return { status: 201, body: { id: thingId, name: body.name } };
    },
    updateThing: async (_, { params, body }) => ({ status: 200, body: { id: params.id, name: body.name } }),
    deleteThing: async () => ({ status: 204 }),
    takeForm: async (_, { body }) => {
      if (body.some(([name]) => name === 'wrong')) {
        throw new AppError('invalid_client', 'Wrong “client”.');
      }
      return { status: 200, body: { fields: body.map(([name, value]) => [name, value] as [string, string]) } };
    },
    advanceThing: async () => ({ status: 200, body: true, headers: { etag: '"1"' } }),
    nameThing: async (_, { body }) => ({ status: 200, body: body.name }),
    sendFile: async (_, { query, body: file, fingerprint }) => {
      fingerprints.push(fingerprint.toString('hex'));
      if (query.Note === 'wait') {
        await wait();
      }
      return { status: 200, body: `${query.Name} ${file ? `${file.name} ${file.content.length}` : 'no file'}` };
    },
    breakDown: async (_, { params }) => {
      failures[params.how]?.();
      const body = { undeclared: 1 } as unknown as { id: string; name: string };
      return { status: 200, body };
    },
  });
}
