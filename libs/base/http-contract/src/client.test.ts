import { createServer } from 'node:http';
import { listeningPort } from '@rapport/local-servers/listening-port';
import { requiredText } from '@rapport/members/fields';
import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { createClient } from './client.ts';
import { endpoint } from './endpoint.ts';
import { pageQuery } from './fields/page-query.ts';

const echo = z.object({
  method: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
});

const contract = {
  list: endpoint({
    operationId: 'list',
    method: 'get',
    path: '/things',
    access: 'open',
    query: pageQuery,
    success: { status: 200, body: echo },
    errors: [],
  }),
  put: endpoint({
    operationId: 'put',
    method: 'put',
    path: '/things/{name}',
    access: 'open',
    params: z.object({ name: requiredText(50) }),
    body: z.strictObject({ kind: z.enum(['small', 'large']).default('small') }),
    success: { status: 200, body: echo },
    errors: [],
  }),
  form: endpoint({
    operationId: 'form',
    method: 'post',
    path: '/form',
    access: 'open',
    bodyType: 'form',
    body: z.object({ a: z.string(), b: z.string().optional() }),
    success: { status: 200, body: echo },
    errors: [],
  }),
};

const server = createServer((req, res) => {
  const chunks: Buffer[] = [];
  req.on('data', (chunk: Buffer) => chunks.push(chunk));
  req.on('end', () => {
    if (req.url === '/things?pageSize=7') {
      res.writeHead(503).end(JSON.stringify({ code: 'service_unavailable' }));
      return;
    }
    const { method, url, headers } = req;
    res.end(JSON.stringify({ method, url, headers, body: Buffer.concat(chunks).toString() }));
  });
});

let port: number;

beforeAll(async () => {
  port = await listeningPort(server);
});

afterAll(() => server.close());

function client() {
  return createClient(contract, {
    baseUrl: `http://127.0.0.1:${port}`,
    headers: () => ({ authorization: 'Bearer x' }),
  });
}

test('a call sends its parameters, body and headers to its endpoint’s method and path', async () => {
  const answer = await client().put({
    params: { name: 'a/b ş' },
    body: { kind: 'large' },
    headers: { 'if-match': '"1"' },
  });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({
    method: 'PUT',
    url: '/things/a%2Fb%20%C5%9F',
    body: '{"kind":"large"}',
    headers: { authorization: 'Bearer x', 'if-match': '"1"', 'content-type': 'application/json' },
  });
});

test('a query is encoded without its undefined members', async () => {
  const answer = await client().list({
    query: { pageSize: 2, cursor: undefined, updatedFrom: '2026-01-31T09:30:00+03:00' },
  });
  expect(answer.body).toMatchObject({ url: '/things?pageSize=2&updatedFrom=2026-01-31T09%3A30%3A00%2B03%3A00' });
});

test('the body of an endpoint with a form is sent as a form', async () => {
  const answer = await client().form({ body: { a: 'x y&z' } });
  expect(answer.body).toMatchObject({
    body: 'a=x+y%26z',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
});

test('a problem is an answer too, and its status narrows its type', async () => {
  const answer = await client().list({ query: { pageSize: 7 } });
  if (answer.status === 503) {
    expectTypeOf(answer.body.code).toExtend<string>();
    expect(answer.body.code).toBe('service_unavailable');
  }
  expect(answer.status).toBe(503);
});

test('a call without a part that its endpoint needs does not compile', () => {
  const calls = client();
  const never = (): boolean => false;
  if (never()) {
    // @ts-expect-error the parameter of the path is missing
    void calls.put({ body: {} });
    // @ts-expect-error the contract does not have this literal
    void calls.put({ params: { name: 'a' }, body: { kind: 'huge' } });
    void calls.list();
  }
  expect(Object.keys(calls)).toEqual(['list', 'put', 'form']);
});
