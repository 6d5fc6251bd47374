import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import type { OperatorAccess } from './operator-client.ts';
import { bodyOf, operatorClient } from './operator-client.ts';

const servers: (() => void)[] = [];

afterEach(() => {
  for (const close of servers.splice(0)) {
    close();
  }
});

async function listening(handle: RequestListener): Promise<OperatorAccess> {
  const server = createServer(handle);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  servers.push(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, credential: 'rpt_op_x' };
}

/** An operators' API that gives this answer, and what it was asked. */
async function answering(status: number, body: string): Promise<{ access: OperatorAccess; asked: string[] }> {
  const asked: string[] = [];
  const access = await listening((req, res) => {
    void text(req).then((sent) => {
      asked.push(`${req.method} ${req.url} ${req.headers.authorization} ${sent}`);
      res.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
  });
  return { access, asked };
}

/** The address of a process that has ended. */
async function refusingOrigin(): Promise<string> {
  const { url } = await listening(() => undefined);
  servers.pop()?.();
  return url;
}

async function createTeam(access: OperatorAccess): Promise<object> {
  return bodyOf(await operatorClient(access).createTeam({ params: { tenantId: '../a b' }, body: { name: 'N' } }));
}

test('a request carries the credential, and a value in its path stays one part of the path', async () => {
  const { access, asked } = await answering(201, '{"teamId":"t"}');
  expect(await createTeam(access)).toEqual({ teamId: 't' });
  expect(asked).toEqual(['POST /subscription/v1/operator/tenants/..%2Fa%20b/teams Bearer rpt_op_x {"name":"N"}']);
});

test('an option that was given goes into the query, and one that was not does not', async () => {
  const { access, asked } = await answering(200, '{"tenants":[]}');
  const operator = operatorClient(access);
  await operator.listTenants({ query: { after: 't5' } });
  await operator.listTenants({ query: { after: undefined } });
  expect(asked).toEqual([
    'GET /subscription/v1/operator/tenants?after=t5 Bearer rpt_op_x ',
    'GET /subscription/v1/operator/tenants Bearer rpt_op_x ',
  ]);
});

test('a refusal is shown in the words of its problem', async () => {
  const { access } = await answering(404, JSON.stringify({ detail: 'There is no such tenant.', traceId: 'x' }));
  await expect(createTeam(access)).rejects.toThrow('There is no such tenant.');
});

test('a refusal of wrong members names each of them', async () => {
  const problem = {
    detail: 'Not valid.',
    errors: { role: ['is unknown.'], email: ['is no address.', 'is too long.'] },
  };
  const { access } = await answering(400, JSON.stringify(problem));
  await expect(createTeam(access)).rejects.toThrow('role: is unknown. email: is no address. is too long.');
});

test('an answer that is no problem becomes one sentence, and so does no answer', async () => {
  const { access } = await answering(502, '<html>');
  await expect(createTeam(access)).rejects.toThrow("The operators' API refused with 502.");
  const refused = await createTeam({ ...access, url: await refusingOrigin() }).catch((error: unknown) => error);
  expect(refused).toMatchObject({
    message: "The operators' API does not answer (ECONNREFUSED); see ./rapport status.",
    cause: { cause: { code: 'ECONNREFUSED' } },
  });
});

test('another process is asked after one that refuses the connection, and none after one that breaks off', async () => {
  const { access, asked } = await answering(201, '{"teamId":"t"}');
  const refusing = await refusingOrigin();
  const next = { ...access, url: refusing, otherUrls: [refusing, access.url] };
  expect(await createTeam(next)).toEqual({ teamId: 't' });
  expect(asked).toHaveLength(1);
  const breaking = await listening((req) => req.destroy());
  await expect(createTeam({ ...next, url: breaking.url })).rejects.toThrow("The operators' API does not answer");
  expect(asked).toHaveLength(1);
});
