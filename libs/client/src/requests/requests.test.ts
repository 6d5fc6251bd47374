import { getEventListeners } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import type { Attempt, RapportOptions } from '../options.ts';
import type { RapportError } from '../rapport-error.ts';
import { Rapport } from '../rapport.ts';

let stop: () => void = () => undefined;
afterEach(() => stop());

const name = { name: 'Acme' };
const conflict = { status: 409, body: { code: 'concurrency_conflict' } };
const notFound = { status: 404, body: { code: 'not_found' } };
const inProgress = { status: 409, body: { code: 'idempotency_in_progress' } };
const died = { status: 503, body: { code: 'service_unavailable' } };
const expired = { status: 401, body: { code: 'token_expired' } };

test('an edit whose service died behind the write is not made twice', async () => {
  let amount = 5;
  const { rapport, seen } = await answering(({ method, headers, text }, number) => {
    if (method === 'GET' || headers['if-match'] !== `"${amount}"`) {
      return method === 'GET' ? { status: 200, etag: `"${amount}"`, body: { id: 'a', amount } } : conflict;
    }
    ({ amount } = JSON.parse(text) as { amount: number });
    return number === 1 ? died : { status: 200, body: { id: 'a', amount } };
  });
  await rapport.opportunities.edit('a', (record) => ({ ...record, amount: (record.amount ?? 0) + 1 }));
  expect(amount).toBe(6);
  expect(seen).toEqual(['GET', 'PUT', 'PUT', 'GET']);
});

test.each<[string, (rapport: Rapport) => Promise<unknown>, Answers, string]>([
  ['a key that is in progress to the end', (r) => r.customers.create(name), ['lost', inProgress], inProgress.body.code],
  ['a conflict behind which no record is read', (r) => updated(r, '"1"'), ['lost', conflict, notFound], 'not_found'],
  ['a replaced record that is gone', (r) => updated(r), ['lost', notFound], 'not_found'],
  [
    'another 404 behind a delete',
    (r) => r.customers.delete('a'),
    ['lost', { status: 404, body: '<html>' }],
    'unknown_answer',
  ],
  [
    'a batch whose second part is refused',
    (r) => r.customers.batch(Array(201).fill(name)),
    [{ status: 200, body: { results: [] } }, notFound],
    'not_found',
  ],
  [
    'a lost create that a proxy refuses',
    (r) => r.customers.create(name),
    ['lost', { status: 400, body: '<html>' }],
    'unknown_answer',
  ],
  [
    'a proxy that waited too long',
    (r) => r.customers.create(name),
    [{ status: 524, body: '<html>' }],
    'unknown_answer',
  ],
  [
    'another record than a write would have made',
    (r) => updated(r, '"1"'),
    ['lost', conflict, { status: 200, body: { id: 'a', ...name, phone: '1' } }],
    'concurrency_conflict',
  ],
])('%s leaves the outcome open', async (_, call, answers, code) => {
  const { rapport } = await answering(answers, { deadlineMs: 1_500 });
  expect(await failureOf(call(rapport))).toMatchObject({ code, isOutcomeOpen: true });
});

test('a token that is refused behind a lost answer leaves the outcome open', async () => {
  const token = { status: 200, body: { access_token: 'one', expires_in: 60 } };
  const refused = { status: 401, body: { code: 'invalid_client' } };
  const { rapport } = await answering([token, 'lost', expired, refused], { clientId: 'a', clientSecret: 'b' });
  const expected = { code: 'invalid_client', isOutcomeOpen: true, attempts: 2 };
  expect(await failureOf(rapport.customers.create(name))).toMatchObject(expected);
});

test('a refusal is no failure of calls that were never sent, and ends those that wait', async () => {
  const wait = { status: 429, body: {} };
  const refused = { status: 401, body: { code: 'client_disabled' } };
  const { rapport, seen } = await answering([wait, 'lost', refused]);
  const [waiting, created] = await Promise.all([
    failureOf(rapport.customers.get('a')),
    failureOf(rapport.customers.create(name)),
  ]);
  expect(created).toMatchObject({ code: 'client_disabled', isOutcomeOpen: true, attempts: 2 });
  expect(waiting).toMatchObject({ code: 'client_disabled', attempts: 1 });
  const unsent = { code: 'client_disabled', isOutcomeOpen: false, attempts: 0 };
  expect(await failureOf(rapport.customers.create(name))).toMatchObject(unsent);
  expect(seen).toHaveLength(3);
});

test('a call whose signal has ended asks for no token', async () => {
  const { rapport, seen } = await answering([notFound], { clientId: 'a', clientSecret: 'b' });
  const ended = rapport.customers.get('a', { signal: AbortSignal.abort() });
  expect(await failureOf(ended)).toMatchObject({ code: 'aborted' });
  expect(seen).toEqual([]);
});

test('an answer without a token is a failure, and the next call asks again', async () => {
  const token = { status: 200, body: { access_token: 'one', expires_in: 60 } };
  const answers: Answers = [{ status: 200, body: {} }, token, { status: 200, body: { id: 'a' } }];
  const { rapport } = await answering(answers, { clientId: 'a', clientSecret: 'b' });
  expect(await failureOf(rapport.customers.get('a'))).toMatchObject({ code: 'unknown_answer' });
  expect(await rapport.customers.get('a')).toEqual({ id: 'a' });
});

test.each(['', '0', '-5', '9999999999', new Date(Date.now() + 60_000).toUTCString()])(
  'Retry-After: %j is no reason to come at once',
  async (retryAfter) => {
    const { rapport, seen } = await answering(() => ({ status: 429, retryAfter, body: {} }), { deadlineMs: 500 });
    expect(await failureOf(rapport.customers.get('a'))).toMatchObject({ status: 429 });
    expect(seen).toHaveLength(1);
  },
);

test.each<[string, Partial<RapportOptions>, Answers]>([
  ['a token that no header can hold', { token: () => 'SECRET\nSECRET' }, []],
  ['an answer that quotes the request', { token: () => 'SECRET' }, [{ status: 404, body: 'Bearer SECRET' }]],
  [
    'half an answer with a token',
    { clientId: 'a', clientSecret: 'b' },
    [{ status: 200, body: '{"access_token":"SECRET","exp' }],
  ],
  [
    'a problem that quotes the request',
    { token: () => 'SECRET' },
    [{ status: 400, body: { code: 'SECRET', detail: 'SECRET' } }],
  ],
  [
    'an issued token that no header can hold',
    { clientId: 'a', clientSecret: 'b' },
    [{ status: 200, body: { access_token: 'SECRET\nSECRET', expires_in: 60 } }],
  ],
  ['a form that is quoted', { clientId: 'a', clientSecret: 'SECRET' }, [{ status: 404, body: 'client_secret=SECRET' }]],
])('%s is in no failure', async (_, options, answers) => {
  const { rapport } = await answering(answers, { attempts: 1, ...options });
  for (const call of [rapport.customers.get('a'), rapport.customers.delete('a')]) {
    expect(inspect(await failureOf(call), { depth: 9, showHidden: true })).not.toContain('SECRET');
  }
});

test.each<[string, (rapport: Rapport) => Promise<unknown>, unknown]>([
  ['get', (r) => r.customers.get('a'), {}],
  ['create', (r) => r.customers.create(name), null],
  ['list', (r) => r.customers.list().pages().next(), { data: [] }],
  ['batch', (r) => r.customers.batch([name]), { code: 'up' }],
  ['customFields', (r) => r.customFields('leads'), {}],
])('JSON of another server is no answer to %s', async (_, call, body) => {
  const { rapport } = await answering([{ status: 200, body, etag: '"1"' }], { attempts: 1 });
  expect(await failureOf(call(rapport))).toMatchObject({ code: 'unknown_answer', status: 200 });
});

test('the hook is told of a request that the deadline ended', async () => {
  const statuses: (number | null)[] = [];
  const onAttempt = ({ status }: Attempt) => statuses.push(status);
  const { rapport } = await answering(['held'], { attempts: 1, deadlineMs: 200, onAttempt });
  expect(await failureOf(rapport.customers.get('a'))).toMatchObject({ code: 'no_answer', attempts: 1 });
  expect(statuses).toEqual([null]);
});

test('the signal of all calls ends a request for a token', async () => {
  const stopping = new AbortController();
  const ended = Promise.withResolvers<unknown>();
  const { rapport } = await answering(
    (asked) => {
      asked.socket.once('close', ended.resolve);
      stopping.abort();
      return 'held';
    },
    { clientId: 'a', clientSecret: 'b', signal: stopping.signal, attempts: 1, deadlineMs: 600_000 },
  );
  expect(await failureOf(rapport.customers.get('a'))).toMatchObject({ code: 'aborted' });
  await ended.promise;
});

test('the deadline of an edit bounds its requests together', async () => {
  const wait = { status: 429, body: {} };
  const read = { status: 200, etag: '"1"', body: { id: 'a' } };
  const { rapport, seen } = await answering([wait, read, wait, read], { deadlineMs: 1_500 });
  expect(await failureOf(rapport.customers.edit('a', () => name))).toMatchObject({ status: 429 });
  expect(seen).toEqual(['GET', 'GET', 'PUT']);
});

test('a call leaves nothing on a signal that outlives it', async () => {
  const { signal } = new AbortController();
  const { rapport } = await answering([{ status: 200, body: { id: 'a' } }], { signal });
  const left = () => Object.getOwnPropertySymbols(signal).map((symbol) => sizeOf(Reflect.get(signal, symbol)));
  await rapport.customers.get('a');
  expect(Math.max(...left())).toBe(0);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test.each([3, 7, 1_000])('a deadline is shared by %d attempts', async (attempts) => {
  const { rapport } = await answering([{ status: 200, body: { id: 'a' } }], { attempts, deadlineMs: 10_000 });
  expect(await rapport.customers.get('a')).toEqual({ id: 'a' });
});

test('a code that is no text is another server', async () => {
  const { rapport } = await answering([{ status: 401, body: { code: 401 } }]);
  expect(await failureOf(rapport.customers.get('a'))).toMatchObject({ code: 'unknown_answer', status: 401 });
});

test.each<[string, (rapport: Rapport) => Promise<unknown>]>([
  ['externalId', (r) => r.customers.getByExternalId('..')],
  ['externalId', (r) => r.customers.getByExternalId('\ud800')],
  ['id', (r) => r.customers.get('')],
  ['id', (r) => r.users.get(undefined as unknown as string)],
  ['ifMatch', (r) => updated(r, '"\n"')],
  ['idempotencyKey', (r) => r.customers.batch(Array(201).fill(name), { idempotencyKey: 'k'.repeat(200) })],
])('%s is held to what a request can hold before any', async (option, call) => {
  const { rapport, seen } = await answering([]);
  expect((await failureOf(call(rapport))).message).toMatch(`invalid_option: ${option} must`);
  expect(seen).toEqual([]);
});

test('a hook that is none is refused', () => {
  const options = { baseUrl: 'http://localhost', token: () => 'token', onAttempt: 'x' };
  expect(() => new Rapport(options as unknown as RapportOptions)).toThrow('invalid_option: onAttempt must');
});

test('definitions whose change could not be noticed are a failure', async () => {
  const { rapport } = await answering([{ status: 200, body: [] }]);
  expect((await failureOf(rapport.customFields('leads'))).message).toContain('without an ETag');
});

test('a deadline longer than any timer is one', async () => {
  const { rapport } = await answering([{ status: 200, body: { id: 'a' } }], { deadlineMs: Number.MAX_SAFE_INTEGER });
  expect(await rapport.customers.get('a')).toEqual({ id: 'a' });
});

interface Given {
  readonly status: number;
  readonly body: unknown;
  readonly etag?: string;
  readonly retryAfter?: string;
}
type Answers = readonly (Given | 'lost' | 'held')[];
type Asked = IncomingMessage & { readonly text: string };

/** A server that gives these answers, the last one again and again. */
async function answering(
  answers: Answers | ((asked: Asked, number: number) => Answers[number]),
  options: Partial<RapportOptions> = {},
): Promise<{ rapport: Rapport; seen: string[] }> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    void textOf(request).then((text) => {
      const number = seen.push(request.method ?? '') - 1;
      const asked = Object.assign(request, { text });
      answer(response, typeof answers === 'function' ? answers(asked, number) : (answers[number] ?? answers.at(-1)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  stop = () => {
    server.closeAllConnections();
    server.close();
  };
  const baseUrl = `http://localhost:${(server.address() as AddressInfo).port}`;
  const source = 'clientId' in options ? {} : { token: () => 'token' };
  return { rapport: new Rapport({ baseUrl, ...source, ...options } as RapportOptions), seen };
}

function answer(response: ServerResponse, given: Answers[number] | undefined): void {
  if (given === 'held') {
    return;
  }
  if (given === undefined || given === 'lost') {
    response.destroy();
    return;
  }
  const { status, body, etag, retryAfter } = given;
  response.writeHead(status, { ...(etag !== undefined && { etag }), 'retry-after': retryAfter ?? '1' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  return (await request.toArray()).join('');
}

function sizeOf(held: unknown): number {
  return typeof held === 'object' && held !== null && 'size' in held ? Number(held.size) : 0;
}

function updated(rapport: Rapport, ifMatch?: string): Promise<unknown> {
  return rapport.customers.update('a', name, { ifMatch });
}

function failureOf(call: Promise<unknown>): Promise<RapportError> {
  return call.then(
    () => expect.fail('the call succeeded'),
    (error: unknown) => error as RapportError,
  );
}
