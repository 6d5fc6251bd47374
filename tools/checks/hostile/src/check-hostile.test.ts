import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { OpenApi } from '@rapport/testbed';
import { afterEach, expect, test } from 'vitest';
import { checkHostile } from './check-hostile.ts';

const problem = {
  type: 'object',
  properties: { status: { type: 'integer' }, code: { type: 'string' } },
  required: ['status', 'code'],
  additionalProperties: false,
};

function refusal(...codes: string[]) {
  return {
    'x-codes': codes,
    headers: { traceresponse: { $ref: '#/components/headers/traceresponse' } },
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
}

/** An operation that takes a name, and what is answered elsewhere. */
const openApi = {
  paths: {
    '/things/{id}': {
      put: {
        operationId: 'putThing',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
        responses: {
          '200': {
            headers: { traceresponse: { $ref: '#/components/headers/traceresponse' } },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
          '400': refusal('validation_failed'),
          '431': refusal('validation_failed'),
        },
      },
    },
  },
  components: {
    schemas: {
      Problem: problem,
      Thing: {
        type: 'object',
        properties: { name: { type: 'string' } },
        required: ['name'],
        additionalProperties: false,
      },
    },
    headers: { traceresponse: { required: true, schema: { type: 'string', pattern: '^[0-9a-f]+$' } } },
    responses: {
      RouteNotFound: refusal('route_not_found'),
      MethodNotAllowed: refusal('method_not_allowed'),
      HeadTooLong: refusal('validation_failed'),
      HeadTooSlow: refusal('validation_failed'),
      Unreadable: { ...refusal('validation_failed'), headers: {} },
    },
  },
} as const satisfies OpenApi;

type Reply = (status: number, body: unknown, headers?: Record<string, string>) => void;

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** The findings where a server keeps its document, apart from what the lie answers in its place. */
async function findingsWith(lie?: (reply: Reply, req: IncomingMessage) => boolean, timeoutMs = 500): Promise<string[]> {
  server = createServer({ maxHeaderSize: 100_000 }, (req, res) => {
    const reply = replyTo(req, res);
    req.resume();
    req.on('end', () => {
      const isThing = /^\/things\/[^/]+$/.test(pathOf(req));
      if (!isThing) {
        reply(404, { status: 404, code: 'route_not_found' });
      } else if (req.method !== 'PUT') {
        reply(405, { status: 405, code: 'method_not_allowed' });
      } else if (!lie?.(reply, req)) {
        reply(200, { name: 'a' });
      }
    });
  });
  server.on('clientError', (_, socket) => socket.end(unreadable));
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const report = await checkHostile({
    baseUrl: `http://127.0.0.1:${port}`,
    openApi,
    token: 'x',
    seed: 3,
    count: 300,
    timeoutMs,
  });
  return [...new Set(report.findings.map((finding) => finding.problem))];
}

const unreadableBody = JSON.stringify({ status: 400, code: 'validation_failed' });
const unreadable = `HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-type: application/problem+json\r\ntraceresponse: ab\r\ncontent-length: ${unreadableBody.length}\r\n\r\n${unreadableBody}`;

function replyTo(req: IncomingMessage, res: ServerResponse): Reply {
  return (status, body, headers = {}) => {
    const text = req.method === 'HEAD' ? '' : JSON.stringify(body);
    const type = status < 300 ? 'application/json' : 'application/problem+json';
    res.writeHead(status, {
      traceresponse: 'ab',
      'content-type': type,
      ...(req.method === 'HEAD' ? {} : { 'content-length': Buffer.byteLength(text) }),
      ...headers,
    });
    res.end(text);
  };
}

function pathOf(req: IncomingMessage): string {
  const path = (req.url ?? '').replace(/^http:\/\/[^/]*/, '').split(/[?#]/, 1)[0] ?? '';
  try {
    decodeURIComponent(path);
    return path;
  } catch {
    return '';
  }
}

test('a server that keeps its document is found in order', async () => {
  expect(await findingsWith(undefined, 10_000)).toEqual([]);
});

test.each<[string, string, (reply: Reply, req: IncomingMessage) => void]>([
  ['fails', 'the server failed with 500', (reply) => reply(500, {})],
  ['stays busy', 'the server failed with 503', (reply) => reply(503, {}, { 'retry-after': '0' })],
  ['answers with a status of its own', 'does not know the status 202', (reply) => reply(202, { name: 'a' })],
  ['leaves out a member', 'the body of the answer 200 is not as promised', (reply) => reply(200, {})],
  ['adds a member', 'the body of the answer 200 is not as promised', (reply) => reply(200, { name: 'a', more: 1 })],
  ['refuses with an unknown code', 'has the code secret', (reply) => reply(400, { status: 400, code: 'secret' })],
  ['names another status', 'names the status 404', (reply) => reply(400, { status: 404, code: 'validation_failed' })],
  [
    'breaks the form of a header',
    'the header traceresponse',
    (reply) => reply(200, { name: 'a' }, { traceresponse: 'Z' }),
  ],
  [
    'has another media type',
    'has the media type',
    (reply) => reply(200, { name: 'a' }, { 'content-type': 'text/csv' }),
  ],
  ['never answers', 'no answer within', () => undefined],
  ['closes the connection', 'closed without an answer', (_, req) => req.socket.destroy()],
])('a server that %s is found out', async (_, expected, lie) => {
  const findings = await findingsWith((reply, req) => {
    lie(reply, req);
    return true;
  });
  expect(findings.join('\n')).toContain(expected);
});

test('a server that is busy, and takes the request when that comes again, is found in order', async () => {
  const askedAgain = new WeakSet<Socket>();
  const findings = await findingsWith((reply, { socket }) => {
    if (askedAgain.delete(socket)) {
      return false;
    }
    askedAgain.add(socket);
    reply(503, {}, { 'retry-after': '0' });
    return true;
  });
  expect(findings).toEqual([]);
});

test('a server that leaves out a promised header is found out', async () => {
  const findings = await findingsWith((_, req) => {
    const body = JSON.stringify({ name: 'a' });
    const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
    req.socket.write(head + body);
    return true;
  });
  expect(findings).toContain('the answer 200 has no header traceresponse');
});

test('a server that lies to one request in a hundred is found out', async () => {
  let count = 0;
  const findings = await findingsWith((reply) => {
    count += 1;
    return count % 100 === 0 && (reply(200, null), true);
  });
  expect(findings.join('\n')).toContain('not as promised');
});
