import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileBytesMax } from '../testing/thing-contract.ts';
import { jsonType, requestPieces, ThingService } from '../testing/thing-service.ts';

const things = new ThingService();

beforeAll(() => things.start());

afterAll(() => things.stop());

const path = '/api/v1/thing/send';
const type = { 'content-type': 'multipart/form-data; boundary=edge' };

function partOf(content: string, disposition = 'name="file"; filename="a.txt"'): string {
  return `--edge\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
}

const formOf = (...parts: string[]): string => `${parts.join('')}--edge--\r\n`;

function send(body?: string, search = '?Name=A', headers: Record<string, string> = body === undefined ? {} : type) {
  return things.ask('POST', `${path}${search}`, headers, body);
}

test('a file reaches the handler beside the parameters, with the last part of its name', async () => {
  for (const name of ['ş a.txt', 'C:\\\\mails\\\\ş a.txt', '/home/ada/ş a.txt']) {
    const { json } = await send(formOf(partOf('12345', `name="file"; filename="${name}"`)));
    expect(json).toMatchObject({ isSuccess: true, data: 'A ş a.txt 5' });
  }
});

test.each([
  ['no body', undefined, undefined],
  ['an empty body', '', undefined],
  ['an empty body of a form', '', type],
  ['a form without parts', formOf(), type],
])('%s is no file', async (_, body, headers) => {
  expect((await send(body, '?Name=A', headers ?? {})).json).toMatchObject({ data: 'A no file' });
});

test('a file of the very limit is taken, and one byte more is 413, whether the length is declared or not', async () => {
  const largest = await send(formOf(partOf('x'.repeat(fileBytesMax))));
  expect(largest.json).toMatchObject({ data: `A a.txt ${fileBytesMax}` });
  const larger = formOf(partOf('x'.repeat(fileBytesMax + 1)));
  const chunked = `POST ${path}?Name=A HTTP/1.1\r\nhost: x\r\ncontent-type: ${type['content-type']}\r\ntransfer-encoding: chunked\r\n\r\n`;
  const inChunks = await things.exchange(chunked, `${larger.length.toString(16)}\r\n${larger}\r\n0\r\n\r\n`);
  const around = await send('x'.repeat(fileBytesMax + 65_537));
  for (const { status, text } of [await send(larger), inChunks, around]) {
    expect([status, text]).toEqual([413, expect.stringContaining('"errorCode":"payload_too_large"')]);
  }
});

test.each([
  ['another part', formOf(partOf('1', 'name="other"'), partOf('1')), 'other'],
  ['a part without a name', formOf(partOf('1', 'filename="a.txt"')), 'file'],
  ['a part without a file name', formOf(partOf('1', 'name="file"')), 'file'],
  ['an empty file name', formOf(partOf('1', 'name="file"; filename=""')), 'file'],
  ['a file name that is only a path', formOf(partOf('1', 'name="file"; filename="a/"')), 'file'],
  ['two files', formOf(partOf('1'), partOf('2')), 'file'],
  ['a line break in the file name', formOf(partOf('1', 'name="file"; filename="a\r\nX-Injected: b.txt"')), 'file'],
  ['an encoded line break', formOf(partOf('1', `name="file"; filename*=utf-8''a%0d%0aX-Injected:b.txt`)), 'file'],
  ['U+0000 in the file name', formOf(partOf('1', `name="file"; filename*=utf-8''a%00b.txt`)), 'file'],
  ['a long file name', formOf(partOf('1', `name="file"; filename="${'a'.repeat(197)}.txt"`)), 'file'],
  ['a file of another kind', formOf(partOf('1', 'name="file"; filename="a.exe"')), 'file'],
  ['no end', partOf('1'), 'file'],
  ['an end in the head of a part', '--edge\r\nContent-Disposition: form-data', 'file'],
  ['a head without a disposition', formOf('--edge\r\nX: y\r\n\r\n1\r\n'), 'file'],
  ['another boundary', '--other\r\nContent-Disposition: form-data; name="file"\r\n\r\n1\r\n--other--\r\n', 'file'],
  ['no form at all', 'nonsense', 'file'],
])('a form with %s is a 400 that names it', async (_, body, at) => {
  const { json } = await send(body);
  expect(json).toMatchObject({ isSuccess: false, errorCode: 'validation_failed', data: null });
  expect(Object.keys(json['errors'] as object)).toEqual([at]);
});

test('what is wrong with parameters and file is said together', async () => {
  const { json } = await send(formOf(partOf('1', 'name="file"; filename="a.exe"'), partOf('1', 'name="b"')), '?Note=');
  expect(Object.keys(json['errors'] as object).sort()).toEqual(['Name', 'Note', 'b', 'file']);
});

test('a form of another type, with an encoding or without a boundary is refused', async () => {
  const form = formOf(partOf('1'));
  expect((await send(form, '?Name=A', jsonType)).status).toBe(415);
  expect((await send(form, '?Name=A', {})).status).toBe(415);
  expect((await send(form, '?Name=A', { ...type, 'content-encoding': 'gzip' })).status).toBe(415);
  const without = await send(form, '?Name=A', { 'content-type': 'multipart/form-data' });
  expect(without.json).toMatchObject({ errorCode: 'validation_failed', errors: { file: [expect.any(String)] } });
});

test('the fingerprint is of the known parameters, the name and the content of the file', async () => {
  const other = { 'content-type': 'multipart/form-data; boundary=Other' };
  const form = formOf(partOf('1'));
  things.fingerprints.length = 0;
  await send(form, '?Name=A&Note=B');
  await send(form, '?Note=B&Name=A&unknown=1');
  await send(form.replaceAll('--edge', '--Other'), '?Name=%41&Note=B', other);
  await send(form, '?Name=A&Note=C');
  await send(formOf(partOf('2')), '?Name=A&Note=B');
  await send(formOf(partOf('1', 'name="file"; filename="b.txt"')), '?Name=A&Note=B');
  await send(undefined, '?Name=A&Note=B');
  const [first, second, third, ...others] = things.fingerprints;
  expect([second, third]).toEqual([first, first]);
  expect(new Set([first, ...others]).size).toBe(5);
});

/** A request whose file stops on its way. */
async function stopped(tenant: string): Promise<Socket> {
  const [head = ''] = requestPieces('POST', `${path}?Name=A`, {
    ...type,
    'content-length': '1000',
    'x-tenant': tenant,
  });
  const socket = connect(things.port, '127.0.0.1').on('error', () => undefined);
  await new Promise((resolve) => socket.write(`${String(head)}--edge\r\n`, resolve));
  return socket;
}

/** The answer to a whole file of the tenant. */
function statusFor(tenant: string, search = '?Name=A'): Promise<number> {
  return send(formOf(partOf('1')), search, { ...type, 'x-tenant': tenant }).then(({ status }) => status);
}

const crowd = ['one', 'one', 'two', 'two', 'three', 'three', 'four', 'four'];

test('files that come slowly keep no other file from being taken, of their tenants neither', async () => {
  const named = things.named.length;
  const sockets = await Promise.all(crowd.map(stopped));
  await expect.poll(() => things.named.length).toBe(named + crowd.length);
  expect([await statusFor('five'), await statusFor('one')]).toEqual([200, 200]);
  sockets.forEach((socket) => socket.destroy());
});

test('a third file of a tenant under work, and a ninth of all, is 503 until one of them is done', async () => {
  const under: Promise<number>[] = [];
  for (const tenant of crowd) {
    under.push(statusFor(tenant, '?Name=A&Note=wait'));
    await expect.poll(() => things.waiting.length).toBe(under.length);
    if (under.length === 2) {
      expect([await statusFor('one'), await statusFor('two')]).toEqual([503, 200]);
    }
  }
  const refused = await send(formOf(partOf('1')), '?Name=A', { ...type, 'x-tenant': 'five' });
  expect([refused.status, refused.headers['retry-after'], refused.json['errorCode']]).toEqual([
    503,
    '1',
    'service_unavailable',
  ]);
  expect((await send(undefined)).status).toBe(200);
  things.waiting.at(-1)?.();
  expect(await under.at(-1)).toBe(200);
  expect([await statusFor('five'), await statusFor('one')]).toEqual([200, 503]);
  things.waiting.forEach((letGo) => letGo());
  expect(await Promise.all(under)).toEqual(crowd.map(() => 200));
  expect(await statusFor('one')).toBe(200);
});
