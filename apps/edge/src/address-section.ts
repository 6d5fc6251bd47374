import { browserRules } from './browser-rules.ts';
import { hasSlowLane, type EdgeOptions } from './edge-options.ts';
import { caller, callerRules, forwardingRules, hasAny, matched } from './forwarding-rules.ts';
import type { Lane, Limits } from './limits.ts';
import { nameOf, type Destination, type Routes } from './routes.ts';

/** Headers of a connection, not of its messages. HAProxy itself handles Connection, Transfer-Encoding and Expect. */
const hopByHop = ['keep-alive', 'proxy-authorization', 'proxy-connection', 'te', 'trailer', 'upgrade'] as const;

/** The section of the base address: which callers come in, what the edge says of them, and which service answers. */
export function addressSection(options: EdgeOptions, routes: Routes, limits: Limits): string[] {
  return [
    'frontend address from every',
    // Without the version HAProxy would speak HTTP/2 to a caller that begins in it, and serve its streams at once.
    `  bind ${options.host}:${options.port} proto h1`,
    ...connectionRules(options, limits),
    ...logRules(),
    ...targetRules(),
    ...callerRules(options),
    ...forwardingRules(options),
    `  http-request del-header ^(${hopByHop.join('|')})$ -m reg`,
    ...retryRules(routes),
    `  http-request track-sc1 ${caller},${share} table requests`,
    ...browserRules(options),
    ...routeRules(routes, hasSlowLane(options)),
  ];
}

/** Counts the requests that each address has under way: a trusted proxy brings those of many. */
export function requestsSection({ addresses }: Limits): string[] {
  return ['backend requests', `  stick-table type ipv6 size ${addresses} expire 1m store conn_cur`];
}

/** An IPv6 address counts by its /64, because its owner has all of it. */
const share = 'ipmask(32,64)';

/** An address has its share of the connections. A trusted proxy brings those of many callers, and is not counted. */
function connectionRules(options: EdgeOptions, { addresses, connectionsPerAddress }: Limits): string[] {
  const { trustedProxies = [] } = options;
  const unlessTrusted = hasAny(trustedProxies) ? ` if !{ src ${matched(trustedProxies)} }` : '';
  return [
    `  stick-table type ipv6 size ${addresses} expire 1m store conn_cur`,
    `  tcp-request connection track-sc0 src,${share}${unlessTrusted}`,
    `  tcp-request connection reject if { sc0_conn_cur gt ${connectionsPerAddress} }`,
  ];
}

/**
 * The edge logs its own answers, and a service logs its answers. No log line has a query, nor a text as long as a
 * credential.
 */
function logRules(): string[] {
  const path = `%[var(txn.path),regsub("[a-zA-Z0-9_%.~+=-]{40,}","[hidden]",g),bytes(0,500),json(utf8s)]`;
  // HAProxy 2.6 has no format for milliseconds of a date.
  const time = '%[date,utime(%Y-%m-%dT%H:%M:%S)].%[date(0,ms),mod(1000),add(1000),concat(),bytes(1,3)]Z';
  const members = [
    '"level":"warn"',
    `"time":"${time}"`,
    '"service":"edge"',
    '"instance":"%H"',
    '"traceId":"%[unique-id]"',
    '"destination":"%b"',
    '"process":"%s"',
    '"method":"%HM"',
    `"path":"${path}"`,
    '"status":%ST',
    '"reason":"%tsc"',
    '"ms":%Ta',
    '"message":"a request was not answered by its service"',
  ];
  return ['  unique-id-format %[uuid,regsub(-,,g)]', `  log-format '{${members.join(',')}}'`];
}

/** `GET http://host/path` means `/path`. Any other target has no path, and its backend refuses it. */
function targetRules(): string[] {
  return [
    // HAProxy 2.6 answers 502 to a CONNECT that it denies.
    '  http-request reject if METH_CONNECT',
    '  http-request set-uri %[pathq] if !{ url_beg / } { path -m found }',
    '  http-request set-var(txn.path) path',
    '  http-request set-var(txn.targetBytes) url,length',
  ];
}

/**
 * A read is sent again when its connection died before an answer. A write, and so a GET that changes something, is sent
 * again only when nothing of it was sent, because its process may have died behind the commit.
 */
function retryRules({ changingGets }: Routes): string[] {
  return [
    '  http-request disable-l7-retry if !METH_GET',
    ...changingGets.map((path) => `  http-request disable-l7-retry if { path_beg ${path} }`),
  ];
}

/**
 * A path belongs to the destination that has it as a prefix, or a prefix of its first segments. Where no process of a
 * destination answers its checks in time, they are slow rather than away, so the request goes to one of them all the same.
 */
function routeRules({ prefixes, otherwise }: Routes, hasSlow: boolean): string[] {
  const rules = [...prefixes].flatMap(([destination, own]) => {
    if (own.length === 0 || destination === otherwise) {
      return [];
    }
    const [whole, below] = [own.join(' '), own.map((prefix) => `${prefix}/`).join(' ')];
    const lanesOf = laneConditions(destination, hasSlow);
    return lanesOf.map(([lane, condition]) => {
      const matches = [`{ path ${whole} }`, `{ path_beg ${below} }`].map((match) => `${condition}${match}`);
      return `  use_backend ${nameOf(destination, lane)} if ${matches.join(' || ')}`;
    });
  });
  const [usual, ...others] = laneConditions(otherwise, hasSlow).toReversed();
  return [
    ...rules,
    ...others
      .toReversed()
      .map(([lane, condition]) => `  use_backend ${nameOf(otherwise, lane)} if ${condition.trim()}`),
    `  default_backend ${nameOf(otherwise, usual?.[0])}`,
  ];
}

/** The lanes to a destination, the usual one last, and when a request takes each. */
function laneConditions(destination: Destination, hasSlow: boolean): (readonly [Lane, string])[] {
  return [...(hasSlow ? [['slow', `{ nbsrv(${nameOf(destination)}) lt 1 } `] as const] : []), ['usual', '']];
}
