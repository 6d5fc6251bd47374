import type { EdgeOptions } from './edge-options.ts';
import { headersOfEveryAnswer } from './failure-answers.ts';
import { hasAny, matched } from './forwarding-rules.ts';

/**
 * Pages of other origins may call this (the Fetch standard's CORS). A page of a listed origin gets to read answers and
 * may send tokens, but no cookie ever goes with its requests. To a page of any other origin nothing is said.
 */
export function browserRules({ origins = [] }: EdgeOptions): string[] {
  if (!hasAny(origins)) {
    return [];
  }
  const isPreflight = `METH_OPTIONS { ${origin} -m found } { req.hdr(access-control-request-method) -m found }`;
  return [
    `  acl called path ${paths.join(' ')}`,
    `  acl called path_beg ${beginnings.join(' ')}`,
    '  http-request set-var(txn.called) bool(true) if called',
    `  http-request set-var(txn.origin) req.fhdr(origin) if called { req.fhdr(origin) -m str ${matched(origins)} }`,
    `  http-request set-log-level silent if ${isPreflight}`,
    `  http-request return status 204 ${preflightHeaders()} if ${isPreflight}`,
    '  http-response del-header ^access-control- -m reg',
    `  http-after-response set-header access-control-allow-origin %[${origin}] if { ${origin} -m found }`,
    `  http-after-response set-header access-control-expose-headers "${exposed.join(', ')}" if { ${origin} -m found }`,
    // A cache must not give one page the answer that names another.
    '  http-after-response add-header vary Origin if { var(txn.called) -m found }',
  ];
}

const origin = 'var(txn.origin)';

const paths = ['/connect/token', '/connect/revocation', '/openapi.json', '/docs'] as const;
const beginnings = ['/.well-known/', '/api/v1/', '/subscription/v1/', '/docs/'] as const;

/** The headers that a page may send, beside those that every page may. */
const taken = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'traceparent',
  'tracestate',
];

/** The headers of an answer that a page may read, beside those that every page may. */
const exposed = [
  'ETag',
  'Location',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'traceresponse',
  'Idempotency-Replayed',
  'Rapport-Ignored',
];

const daySeconds = 86_400;

function preflightHeaders(): string {
  const headers = {
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    'access-control-allow-headers': taken.join(', '),
    'access-control-max-age': String(daySeconds),
    ...headersOfEveryAnswer,
  };
  return Object.entries(headers)
    .map(([name, value]) => `hdr ${name} "${value}"`)
    .join(' ');
}
