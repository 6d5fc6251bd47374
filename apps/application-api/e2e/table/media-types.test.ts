import { developerTokenContract } from '@rapport/application-contract';
import { changesByGet, takesUser, type Endpoint } from '@rapport/http-contract';
import { done } from '@rapport/testbed';
import { describe, expect, test } from 'vitest';
import { as, newOwner } from '../people.ts';
import { judged, judgedText, type Asked } from './judged.ts';
import { all, isFinal, named } from './operations.ts';
import { makeRecordTargets, type RecordTargets } from './record-targets.ts';
import { makeTargets, rightRequest } from './targets.ts';

/** The media types of bodies. The last two are spellings that fit one of three. */
const taken = ['application/json', 'text/json', 'application/vnd.example+json', 'Application/JSON; charset="UTF-8"'];

const refused = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
];

/** From what a caller accepts to the type of what it gets. */
const given: Readonly<Record<string, string>> = {
  'application/json': 'application/json',
  'text/json': 'text/json; charset=utf-8',
  'text/plain, application/json;q=0.9': 'text/plain; charset=utf-8',
  'image/png': 'application/json',
};

const [one, another] = await Promise.all([newOwner({ requestsPerMinute: 10_000_000 }), newOwner()]);
const owner = one;
const targets = await makeTargets(owner);
// Its tokens are noted in its tenant, and the owner's tenant stays as it is.
const body = { name: 'Development', runAsUserId: another.userId };
const { data } = done(await as(another).createApiClient({ body }), 200);
const credentials = { clientId: data?.clientId, clientSecret: data?.clientSecret };

const everywhere = [...all, ...named([developerTokenContract.getTokenForDevelop])];
const taking = everywhere.filter(([, { body }]) => body !== undefined);

/** A request that is understood. */
function requestOf(operation: Endpoint, records = targets.records): Asked {
  return takesUser(operation.access)
    ? { ...rightRequest(operation, { ...targets, records }), token: owner.token }
    : { method: 'POST', path: operation.path, body: credentials };
}

/** A request that is answered with success, another one each time. */
async function newRequest(operation: Endpoint): Promise<Asked> {
  return requestOf(operation, isFinal(operation) ? await freshRecords(operation) : targets.records);
}

const sets: Promise<RecordTargets>[] = [];
const setsUsed = new Map<string, number>();

/** Records that no other request of the same group is aimed at. */
function freshRecords({ path }: Endpoint): Promise<RecordTargets> {
  const group = path.split('/')[3] ?? '';
  const used = setsUsed.get(group) ?? 0;
  setsUsed.set(group, used + 1);
  return (sets[used] ??= makeRecordTargets(owner));
}

/** A password that is wrong counts as one more attempt to guess it. */
function mayBeAsked({ operationId }: Endpoint): boolean {
  return operationId !== 'changePassword';
}

function reads({ access }: Endpoint): boolean {
  return takesUser(access) && access.act === 'read';
}

describe('in', () => {
  test.each(taking)('%s reads a body of every JSON type alike', async (_, operation) => {
    const answers = await Promise.all(
      taken.map(async (type) => {
        const asked = { ...(await newRequest(operation)), headers: { 'content-type': type } };
        const wrong = await judged({ ...asked, body: { ...(asked.body as object), nonsense: 1 } });
        const right = mayBeAsked(operation) ? await judged(asked) : null;
        expect([wrong.status, right?.status ?? 200]).toEqual([400, 200]);
        const data = right?.body.data;
        return { errors: wrong.body.errors, data: reads(operation) ? data : typeof data };
      }),
    );
    expect(Object.keys(answers[0]?.errors ?? {})).toEqual(['nonsense']);
    expect(answers).toEqual(answers.map(() => answers[0]));
  });

  test.each(taking)('%s refuses a body of another type', async (_, operation) => {
    const asked = requestOf(operation);
    const answers = await Promise.all(refused.map((type) => judged({ ...asked, headers: { 'content-type': type } })));
    expect(answers.map(({ status, body }) => [status, body.errorCode])).toEqual(
      refused.map(() => [415, 'unsupported_media_type']),
    );
  });
});

describe('out', () => {
  test.each(everywhere)('%s answers in the type that the caller accepts, with the same text', async (_, operation) => {
    const answers = await Promise.all(
      Object.entries(given).map(async ([accept, type]) => {
        const asked = { ...(await newRequest(operation)), headers: { accept } };
        const success = mayBeAsked(operation) ? await judged(asked) : null;
        const failure = await judged({ ...asked, path: `${asked.path}?twice=1&twice=1` });
        const types = [success ?? failure, failure].map(({ headers }) => headers.get('content-type'));
        expect([accept, success?.status ?? 200, failure.status, ...types]).toEqual([accept, 200, 400, type, type]);
        return { errors: failure.body.errors, data: reads(operation) ? success?.body.data : null };
      }),
    );
    expect(answers).toEqual(answers.map(() => answers[0]));
  });

  test.each(everywhere)(
    '%s refuses a caller without a good token in the type that it accepts',
    async (_, operation) => {
      const { token, ...asked } = requestOf(operation);
      const body = token === undefined ? { ...credentials, clientSecret: 'nonsense' } : asked.body;
      const answers = await Promise.all(
        Object.keys(given).map((accept) => judged({ ...asked, body, headers: { accept } })),
      );
      expect(answers.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual(
        Object.values(given).map((type) => [401, type]),
      );
    },
  );
});

describe('HEAD', () => {
  const gets = all.filter(([, { method }]) => method === 'get');

  test.each(gets.filter(([, operation]) => !changesByGet(operation)))(
    '%s answers HEAD as GET, without the body',
    async (_, operation) => {
      const asked = requestOf(operation);
      for (const accept of Object.keys(given)) {
        const [get, head] = [
          await judgedText({ ...asked, headers: { accept } }),
          await judgedText({ ...asked, headers: { accept }, method: 'HEAD' }),
        ];
        expect([head.status, head.text]).toEqual([200, '']);
        expect(lasting(head.headers)).toEqual(lasting(get.headers));
        expect(lasting(head.headers)).toHaveProperty('content-length', String(Buffer.byteLength(get.text)));
      }
    },
  );

  test.each(gets.filter(([, operation]) => changesByGet(operation)))(
    '%s refuses HEAD and changes nothing by it',
    async (_, operation) => {
      const asked = await newRequest(operation);
      const [, group = '', id = ''] = /^\/api\/v1\/(\w+)\/\w+\/([0-9a-f-]{36})/.exec(asked.path) ?? [];
      const read = { method: 'GET', path: `/api/v1/${group}/get/${id}`, token: owner.token };
      const before = await judged(read);
      const { status, headers, text } = await judgedText({ ...asked, method: 'HEAD' });
      expect([status, headers.get('allow'), text]).toEqual([405, 'GET', '']);
      expect((await judged(read)).body.data).toEqual(before.body.data);
    },
  );
});

/** The headers that two answers to the same request have alike. */
function lasting(headers: Headers): Record<string, string> {
  const passing = new Set(['connection', 'date', 'keep-alive', 'ratelimit', 'traceresponse']);
  return Object.fromEntries([...headers].filter(([name]) => !passing.has(name)));
}
