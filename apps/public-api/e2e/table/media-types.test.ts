import type { Endpoint } from '@rapport/http-contract';
import { expect, test } from 'vitest';
import { expectAll, type Row } from './expected.ts';
import { operations, resourceOf } from './operations.ts';
import { send, type Changes } from './requests.ts';
import { newWorld } from './world.ts';

const world = await newWorld();

const all = operations.map((operation) => [operation.operationId, operation] as const);

/** Spellings of the one type of bodies. */
const taken = ['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'];

const refused = ['text/json', 'text/plain', 'application/vnd.example+json', 'application/json; charset=utf-16'];

/** The types that a caller may accept to get JSON, and a problem where the request fails. */
const accepted = [
  'application/json',
  'application/problem+json',
  'application/*',
  'text/plain;q=0.9, */*;q=0.1',
  'application/json;q=0.1, text/plain',
];

const unacceptable = ['text/plain', 'text/json', 'application/xml', '*/*, application/json;q=0'];

/** The right request with these headers. It is answered with success again where it is sent again. */
async function row(name: string, operation: Endpoint, more: Changes, status: number): Promise<Row> {
  const resource = resourceOf(operation);
  const isLast = operation.method === 'delete' && status < 300 && resource !== undefined;
  const params = isLast ? { id: (await world.records.create(resource)).id } : {};
  return { name, ask: () => send(world, operation, { params, ...more }), status };
}

test.each(all.filter(([, { body }]) => body !== undefined))(
  '%s takes a body as JSON in every spelling, and as nothing else',
  async (_, operation) => {
    const { status } = operation.success;
    const sentAs = (type: string) => ({ headers: { 'content-type': type } });
    const right = taken.map((type) => row(type, operation, sentAs(type), status));
    const wrong = refused.map((type) => row(type, operation, sentAs(type), 415));
    await expectAll(await Promise.all([...right, ...wrong]));
  },
);

test.each(all.filter(([, { success }]) => success.mediaType === undefined))(
  '%s answers JSON to a caller that accepts it in any way, and no other caller',
  async (_, operation) => {
    const { status, body } = operation.success;
    const isGuarded = operation.access !== 'open';
    const rows: Row[] = [];
    for (const accept of accepted) {
      const asked = { headers: { accept } };
      const success = await row(accept, operation, asked, status);
      rows.push(body ? { ...success, headers: { 'content-type': /^application\/json$/ } } : success);
      if (isGuarded) {
        const failure = await row(`${accept} without a token`, operation, { ...asked, token: null }, 401);
        rows.push({ ...failure, headers: { 'content-type': /^application\/problem\+json$/ } });
      }
    }
    for (const accept of unacceptable) {
      const failure = await row(accept, operation, { headers: { accept } }, 406);
      rows.push({ ...failure, code: 'not_acceptable', headers: { 'content-type': /^application\/problem\+json$/ } });
    }
    await expectAll(rows);
  },
);

test.each(all.filter(([, { method }]) => method === 'get'))(
  '%s answers HEAD as GET, without the body',
  async (_, operation) => {
    // The length of a compressed answer is not that of its text.
    const headers = { 'accept-encoding': 'identity' };
    const get = await send(world, operation, { headers });
    const head = await send(world, operation, { headers, method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
    expect(lasting(head.headers)).toEqual(lasting(get.headers));
    expect(lasting(head.headers)).toHaveProperty('content-length', String(Buffer.byteLength(get.text)));
    const refusal = { token: null, headers: { accept: 'image/png' } };
    const { status, text } = await send(world, operation, { ...refusal, method: 'HEAD' });
    expect([status, text]).toEqual([operation.access === 'open' ? 406 : 401, '']);
  },
);

/** The headers that two answers to the same request have alike. */
function lasting(headers: Headers): Record<string, string> {
  const passing = new Set(['connection', 'date', 'keep-alive', 'ratelimit', 'traceresponse']);
  return Object.fromEntries([...headers].filter(([name]) => !passing.has(name)));
}
