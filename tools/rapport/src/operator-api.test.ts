import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { askOperatorApi, type OperatorAccess, type OperatorRequest } from './operator-api.ts';

const servers: (() => void)[] = [];

afterEach(() => {
  for (const close of servers.splice(0)) {
    close();
  }
});

/** An operators' API that answers so, and what it was asked. */
async function answering(status: number, body: string): Promise<{ access: OperatorAccess; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((req, res) => {
    void text(req).then((sent) => {
      asked.push(`${req.method} ${req.url} ${req.headers.authorization} ${sent}`);
      res.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  servers.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { access: { url: `http://127.0.0.1:${port}`, credential: 'rpt_op_x' }, asked };
}

/** An address at which a process has answered and does no more. */
async function refusingOrigin(): Promise<string> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}`;
}

const request: OperatorRequest = {
  method: 'POST',
  path: ['tenants', '../a b', 'teams'],
  body: { name: 'N', role: undefined },
};

test('a request carries the credential, and what is put into its path stays one part of it', async () => {
  const { access, asked } = await answering(201, '{"teamId":"t"}');
  expect(await askOperatorApi(access, request)).toEqual({ teamId: 't' });
  expect(asked).toEqual(['POST /subscription/v1/operator/tenants/..%2Fa%20b/teams Bearer rpt_op_x {"name":"N"}']);
});

test('what narrows a list goes into the query, and what was not said does not', async () => {
  const { access, asked } = await answering(200, '{"entries":[]}');
  await askOperatorApi(access, { method: 'GET', path: ['audit'], query: { pageSize: 5, after: undefined } });
  expect(asked).toEqual(['GET /subscription/v1/operator/audit?pageSize=5 Bearer rpt_op_x ']);
});

test('a refusal is told in the words of its problem', async () => {
  const { access } = await answering(404, JSON.stringify({ detail: 'There is no such tenant.', traceId: 'x' }));
  await expect(askOperatorApi(access, request)).rejects.toThrow('There is no such tenant.');
});

test('wrong members are named', async () => {
  const problem = {
    detail: 'Not valid.',
    errors: { role: ['is unknown.'], email: ['is no address.', 'is too long.'] },
  };
  const { access } = await answering(400, JSON.stringify(problem));
  await expect(askOperatorApi(access, request)).rejects.toThrow('role: is unknown. email: is no address. is too long.');
});

test('an answer that is no problem, and none at all, are one sentence too', async () => {
  const { access } = await answering(502, '<html>');
  await expect(askOperatorApi(access, request)).rejects.toThrow("The operators' API refused with 502.");
  const nobody = { ...access, url: 'http://127.0.0.1:9' };
  await expect(askOperatorApi(nobody, request)).rejects.toThrow("The operators' API does not answer");
});

test('a process that refuses the connection is passed over, and one that breaks off is the last that is asked', async () => {
  const { access, asked } = await answering(200, '{"teamId":"t"}');
  const refusing = await refusingOrigin();
  const next = { ...access, url: refusing, otherUrls: [refusing, access.url] };
  expect(await askOperatorApi(next, request)).toEqual({ teamId: 't' });
  expect(asked).toHaveLength(1);
  const breaking = createServer((req) => req.destroy());
  await once(breaking.listen(0, '127.0.0.1'), 'listening');
  servers.push(() => breaking.close());
  const broken = { ...next, url: `http://127.0.0.1:${(breaking.address() as AddressInfo).port}` };
  await expect(askOperatorApi(broken, request)).rejects.toThrow("The operators' API does not answer");
  expect(asked).toHaveLength(1);
});

test('a list is asked for until its end, however many pages it has', async () => {
  const tenants = Array.from({ length: 5 }, (_, index) => ({ tenantId: `t${index}` }));
  const server = createServer((req, res) => {
    const after = new URL(req.url ?? '', 'http://x').searchParams.get('after');
    const begin = tenants.findIndex(({ tenantId }) => tenantId === after) + 1;
    res.end(JSON.stringify({ tenants: tenants.slice(begin, begin + 2) }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  servers.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const access = { url: `http://127.0.0.1:${port}`, credential: 'rpt_op_x' };
  const list = { list: 'tenants', id: 'tenantId' };
  expect(await askOperatorApi(access, { method: 'GET', path: ['tenants'], pages: list })).toEqual({ tenants });
});
