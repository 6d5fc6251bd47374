import { request, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { done, Mailed, newEmail, newName, operatorClient } from '@rapport/testbed';
import { afterAll, expect, inject, test } from 'vitest';
import { newOwner } from './people.ts';
import { judged } from './table/judged.ts';

const platform = inject('platform');
const operator = operatorClient({ url: platform.operatorUrl, credential: platform.operatorCredential });
const oneClick = {
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: 'List-Unsubscribe=One-Click',
};

const mailed = await Mailed.connect(platform);
const owner = await newOwner({ requestsPerMinute: 10_000_000 });
afterAll(() => mailed.close());

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The caller's address; requests are counted by it. */
  readonly from?: string;
}

/** An address of loopback from which no request came in the last minute. */
function newAddress(): string {
  return `127.${[0, 1, 2].map(() => 2 + Math.floor(Math.random() * 250)).join('.')}`;
}

const usual = newAddress();

interface Received {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

function ask(method: string, link: string, { headers = {}, body, from = usual }: Sent = {}): Promise<Received> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const sent = request(
      link,
      { method, headers: { ...length, ...headers }, localAddress: from, family: 4 },
      (answer) => {
        text(answer).then(
          (page) => resolve({ status: answer.statusCode, headers: answer.headers, text: page }),
          reject,
        );
      },
    );
    sent.on('error', reject).end(body);
  });
}

async function call(path: string, body?: object, { token } = owner, method = body ? 'POST' : 'GET'): Promise<unknown> {
  const { status, body: answer } = await judged({ method, path: `/api/v1/${path}`, token, body });
  expect([status, answer.errors], path).toEqual([200, null]);
  return answer.data;
}

interface Mail {
  readonly link: string;
  readonly address: string;
  /** Whether the contact is out, its time, and the state of its member. */
  readonly look: () => Promise<{ isOut: boolean; changedOn: string; member: string }>;
}

/** A mail to a contact that is a member of a campaign. */
async function mail(person = owner): Promise<Mail> {
  const address = newEmail();
  const contactId = await call('contact/create', { lastName: 'Kaya', email: address }, person);
  const campaignId = await call('campaign/create', { name: newName('Campaign') }, person);
  await call('campaign/member/add', { campaignId, contactIds: [contactId] }, person);
  const member = async () => {
    const found = await call('campaign/member/search', { campaignId }, person);
    return (found as { items: { id: number; status: string }[] }).items[0] ?? { id: 0, status: 'none' };
  };
  const { id: number } = await member();
  return {
    link: await mailed.link(person.tenantId, address.toUpperCase(), number),
    address,
    look: async () => {
      const contact = await call(`contact/get/${contactId as string}`, undefined, person);
      const { emailOptOut, lastModifiedOnUtc } = contact as { emailOptOut: boolean; lastModifiedOnUtc: string };
      return { isOut: emailOptOut, changedOn: lastModifiedOnUtc, member: (await member()).status };
    },
  };
}

test('GET shows a page with a form, HEAD its head, and both change nothing', async () => {
  const { link, look } = await mail();
  const before = await look();
  const page = await ask('GET', link);
  const head = await ask('HEAD', link);
  for (const { status, headers } of [page, head]) {
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; .*frame-ancestors 'none'; form-action 'self'$/,
    );
    expect([headers['set-cookie'], headers.location]).toEqual([undefined, undefined]);
  }
  expect(page.text).toContain('<html lang="en">');
  expect(page.text).toContain('<form method="post">');
  expect(page.text).not.toMatch(/<script|\son\w+=|javascript:/i);
  expect(head.text).toBe('');
  expect(await look()).toEqual(before);
});

test('one click takes the address off at once, and the link is as good when it is used again', async () => {
  const { link, look } = await mail();
  const first = await ask('POST', link, oneClick);
  expect([first.status, first.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect([first.headers['set-cookie'], first.headers.location]).toEqual([undefined, undefined]);
  const after = await look();
  expect(after).toMatchObject({ isOut: true, member: 'optedOut' });
  const again = await ask('POST', link, oneClick);
  expect([again.status, again.text]).toEqual([200, first.text]);
  expect(await look()).toEqual(after);
});

test.each<[string, Sent]>([
  ['no body', {}],
  ['JSON', { headers: { 'content-type': 'application/json' }, body: '{"a":' }],
  ['a body of no type', { body: 'x' }],
  ['a body of two megabytes', { body: 'x'.repeat(2_000_000) }],
  ['a token that is none', { ...oneClick, headers: { ...oneClick.headers, authorization: 'Bearer nonsense' } }],
  ['a media type that there is not', { ...oneClick, headers: { ...oneClick.headers, accept: 'image/png' } }],
  ['an origin of another site', { ...oneClick, headers: { ...oneClick.headers, origin: 'null' } }],
])('a POST with %s takes the address off too', async (_, sent) => {
  const { link, look } = await mail();
  expect((await ask('POST', link, sent)).status).toBe(200);
  expect(await look()).toMatchObject({ isOut: true, member: 'optedOut' });
});

test('an address that left by its link is on the list, from which an operator takes it off', async () => {
  const { link, address } = await mail();
  await ask('POST', link, oneClick);
  const params = { tenantId: owner.tenantId };
  const find = async () => done(await operator.listSuppressed({ params, query: { address } }), 200).suppressed;
  expect(await find()).toEqual([
    { address: address.toUpperCase(), reason: 'unsubscribed', addedOnUtc: expect.stringMatching(/Z$/) as string },
  ]);
  done(await operator.removeSuppressed({ params, body: { address } }), 200);
  expect(await find()).toEqual([]);
});

test('a link that is not good changes nothing and has one page, by every method', async () => {
  const { link, look } = await mail();
  const before = await look();
  const at = link.lastIndexOf('/') + 1;
  const [base, token] = [link.slice(0, at), link.slice(at)];
  const swapped = Array.from(token, (c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase())).join('');
  const altered = `${token.slice(0, 30)}${token[30] === 'A' ? 'B' : 'A'}${token.slice(31)}`;
  const texts = [token.slice(0, -4), `${token}AAAA`, swapped, altered, 'nonsense', 'A'.repeat(5_000), '%C5%9F'];
  const pages = new Set<string>();
  for (const wrong of [...texts.map((one) => `${base}${one}`), mailed.foreignLink()]) {
    const [shown, head, sent] = [await ask('GET', wrong), await ask('HEAD', wrong), await ask('POST', wrong, oneClick)];
    expect([wrong, shown.status, head.status, sent.status]).toEqual([wrong, 400, 400, 400]);
    expect(shown.headers['content-type']).toBe('text/html; charset=utf-8');
    pages.add(shown.text).add(sent.text);
  }
  expect(pages.size).toBe(1);
  expect(await look()).toEqual(before);
});

test('in a suspended tenant the page is shown and the address taken off', async () => {
  const suspended = await newOwner();
  const { link, look } = await mail(suspended);
  const params = { tenantId: suspended.tenantId };
  done(await operator.suspendTenant({ params }), 200);
  expect((await ask('GET', link)).status).toBe(200);
  expect((await ask('POST', link, oneClick)).status).toBe(200);
  expect(await look()).toMatchObject({ isOut: true, member: 'optedOut' });
});

test('above a hundred wrong links a minute an address is held up at those, and good links pass from there, however many', async () => {
  const { link, look } = await mail();
  const [from, wrong] = [newAddress(), `${link}A`];
  const statuses = await Promise.all(Array.from({ length: 100 }, () => ask('GET', wrong, { from })));
  expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([400]));
  for (const method of ['GET', 'HEAD', 'POST']) {
    const held = await ask(method, wrong, { from });
    expect([held.status, held.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8']);
    expect(Number(held.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect(await look()).toMatchObject({ isOut: false });
  expect((await ask('GET', wrong, { from: newAddress() })).status).toBe(400);
  const good = await Promise.all(Array.from({ length: 110 }, () => ask('GET', link, { from })));
  expect(new Set(good.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await ask('POST', link, { ...oneClick, from })).status).toBe(200);
});

test.each(['PUT', 'DELETE', 'PATCH'])('the address of a link does not know %s', async (method) => {
  const { link } = await mail();
  const refused = await ask(method, link);
  expect([refused.status, refused.headers.allow]).toEqual([405, 'GET, HEAD, POST']);
  expect(JSON.parse(refused.text)).toMatchObject({ isSuccess: false, errorCode: 'method_not_allowed' });
});
