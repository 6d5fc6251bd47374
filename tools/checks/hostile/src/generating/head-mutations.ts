import type { Random } from '../random.ts';
import { hostileTexts } from './hostile-values.ts';

/** A request as it is made, before it is written. */
export interface Draft {
  method: string;
  path: string;
  query: [name: string, value: string][];
  headers: [name: string, value: string][];
  body: Buffer | undefined;
}

/** Makes the line or the headers of a request hostile. */
export function mutateHead(random: Random, draft: Draft): void {
  random.pick(mutations)(random, draft);
}

const mutations: readonly ((random: Random, draft: Draft) => void)[] = [
  (random, draft) => (draft.method = random.pick(methods)),
  (random, draft) => (draft.path = random.pick(pathChanges)(draft.path, random)),
  (random, draft) => (draft.path = draft.path.replace(/[^/]*$/, random.pick(segments))),
  (random, draft) => draft.query.push([random.pick(queryNames), hostileQueryValue(random)]),
  (random, draft) => replaceQuery(random, draft),
  (random, draft) => replaceHeader(random, draft, 'content-type', contentTypes),
  (random, draft) => replaceHeader(random, draft, 'content-encoding', ['gzip', 'identity', 'br, gzip', '', 'x']),
  (random, draft) => replaceHeader(random, draft, 'accept', accepts),
  (random, draft) => replaceHeader(random, draft, 'authorization', authorizations),
  (random, draft) => replaceHeader(random, draft, random.pick(otherHeaders), headerTexts),
  (random, draft) =>
    replaceHeader(random, draft, 'if-match', ['', '*', '"1"', 'W/"1"', '1', '"', '"99999999999999999"', ',']),
  (random, draft) => replaceHeader(random, draft, 'if-none-match', ['', '*', '"1", "2"', 'W/*', '"']),
  (random, draft) =>
    replaceHeader(random, draft, 'idempotency-key', ['', ' ', 'k', 'x'.repeat(200), 'x'.repeat(201), 'ş', 'a b']),
];

const methods = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'OPTIONS',
  'TRACE',
  'QUERY',
  'PROPFIND',
  'FOO',
  'get',
  'PRI',
];

const segments = [
  '',
  '.',
  '..',
  '%2e%2e',
  '%2F',
  'a%2Fb',
  '%00',
  '%',
  '%zz',
  '%ff',
  '%C0%80',
  '%ED%A0%80',
  '%F0%9F%98%80',
  '%20',
  '+',
  'x;y=z',
  'a:b',
  '*',
  'undefined',
  'by-external-id',
  'batch',
  '__proto__',
  "'%20or%201=1--",
  '01990000-0000-7000-8000-00000000000G',
  '01990000-0000-7000-8000-000000000001',
  'x'.repeat(300),
  '%41'.repeat(300),
  'y'.repeat(17_000),
];

const pathChanges: readonly ((path: string, random: Random) => string)[] = [
  (path) => `${path}/`,
  (path) => `/${path}`,
  (path) => path.toUpperCase(),
  (path) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => path.replaceAll('/', '//'),
  (path) => `${path}/%2e%2e/${path.split('/').at(-1)}`,
  (path) => `http://elsewhere.example${path}`,
  (path) => `${path}#x`,
  (path, random) => path.replace(/[^/]*$/, (last) => last + random.pick(segments)),
  (_, random) => `/${random.pick(segments)}`,
];

const queryNames = [
  'pageSize',
  'cursor',
  'updatedFrom',
  'skip',
  'page',
  'x',
  '__proto__',
  'constructor',
  'client_secret',
  '',
];

const queryValues = [
  '',
  '0',
  '-1',
  '201',
  '1e3',
  '1.5',
  '9'.repeat(400),
  '%',
  '%zz',
  '%00',
  '%ff',
  '%ED%A0%80',
  '+',
  '[]',
  'x'.repeat(5_000),
];

const contentTypes = [
  '',
  'application/json; charset=utf-8',
  'application/json; charset=utf-16',
  'application/json;charset="UTF-8"',
  'APPLICATION/JSON',
  'application/problem+json',
  'application/json, text/plain',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'application/xml',
  ';',
];

const accepts = [
  '',
  '*/*',
  'text/html',
  'application/xml',
  'application/json;q=0',
  'image/*',
  'application/json, text/*;q=0.1',
  ';;;',
  ',',
  'a/b/c',
];

const authorizations = [
  '',
  'Bearer',
  'Bearer ',
  'Bearer x',
  'Bearer a.b.c',
  'Basic Og==',
  'Basic %%%',
  'bearer null',
  `Bearer ${'x'.repeat(9_000)}`,
  'Digest a=b',
];

const otherHeaders = [
  'traceparent',
  'x-forwarded-for',
  'x-forwarded-host',
  'forwarded',
  'user-agent',
  'cookie',
  'origin',
  'range',
  'if-modified-since',
  'x-http-method-override',
  'tracestate',
  'te',
  'accept-language',
];

const headerTexts = [
  '',
  'x',
  '00-ffffffffffffffffffffffffffffffff-ffffffffffffffff-ff',
  '00-0-0-0',
  'ş',
  '"',
  '127.0.0.1, ::1',
  'bytes=0-1',
  'x'.repeat(4_000),
  'z'.repeat(17_000),
  'DELETE',
  '\t',
  '\u007f',
];

function hostileQueryValue(random: Random): string {
  return random.chance(60)
    ? random.pick(queryValues)
    : encodeURIComponent(random.pick(hostileTexts).slice(0, 3_000).toWellFormed());
}

function replaceQuery(random: Random, draft: Draft): void {
  const pair = draft.query.length > 0 ? random.pick(draft.query) : undefined;
  if (pair === undefined) {
    draft.query.push(['x', '']);
  } else if (random.chance(25)) {
    draft.query.push([...pair]);
  } else {
    pair[1] = hostileQueryValue(random);
  }
}

/** Replaces the header, adds it, takes it away, or sends it twice. */
function replaceHeader(random: Random, draft: Draft, name: string, values: readonly string[]): void {
  const others = draft.headers.filter(([one]) => one !== name);
  if (random.chance(10)) {
    draft.headers = others;
  } else if (random.chance(5)) {
    draft.headers.push([name, random.pick(values)]);
  } else {
    draft.headers = [...others, [name, random.pick(values)]];
  }
}
