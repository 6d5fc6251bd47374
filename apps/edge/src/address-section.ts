import type { EdgeOptions } from './edge-configuration.ts';
import type { Limits } from './limits.ts';
import { nameOf, type Routes } from './routes.ts';

/** What says where a request came from: a caller's word on that counts only when the caller is a trusted proxy. */
const forwarding = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-real-ip', 'forwarded'] as const;

/** What belongs to one connection and not to the message. HAProxy itself sees to Connection, Transfer-Encoding and Expect. */
const hopByHop = ['keep-alive', 'proxy-authorization', 'proxy-connection', 'te', 'trailer', 'upgrade'] as const;

/** The section of the base address: who comes in, what is known of the caller, and which service answers. */
export function addressSection(options: EdgeOptions, routes: Routes, limits: Limits): string[] {
  return [
    'frontend address from every',
    // Without the version of the protocol HAProxy would speak HTTP/2 to a caller that begins so, and serve its streams at once.
    `  bind ${options.host}:${options.port} proto h1`,
    ...connectionRules(options, limits),
    ...logRules(),
    ...targetRules(),
    ...forwardingRules(options),
    `  http-request del-header ^(${hopByHop.join('|')})$ -m reg`,
    ...routeRules(routes),
  ];
}

function hasTrusted({ trustedProxies = [] }: EdgeOptions): boolean {
  return trustedProxies.length > 0;
}

/** An address has its share of the connections; an IPv6 address counts by its /64, because its owner has all of it. */
function connectionRules(options: EdgeOptions, { addresses, connectionsPerAddress }: Limits): string[] {
  const { trustedProxies = [] } = options;
  const unlessTrusted = hasTrusted(options) ? ' !trusted' : '';
  return [
    ...(hasTrusted(options) ? [`  acl trusted src ${trustedProxies.join(' ')}`] : []),
    `  stick-table type ipv6 size ${addresses} expire 1m store conn_cur`,
    `  tcp-request connection track-sc0 src,ipmask(32,64)${unlessTrusted && ` if${unlessTrusted}`}`,
    `  tcp-request connection reject if { sc0_conn_cur gt ${connectionsPerAddress} }${unlessTrusted}`,
  ];
}

/**
 * The proxy logs what it answers itself; what a service answers, the service logs. No query is logged, and nothing that is
 * as long as a credential.
 */
function logRules(): string[] {
  const path = `%[var(txn.path),regsub("[a-zA-Z0-9_%.~+=-]{40,}","[hidden]",g),bytes(0,500),json(utf8s)]`;
  const members = [
    '"level":"warn"',
    '"service":"edge"',
    '"traceId":"%[unique-id]"',
    '"destination":"%b"',
    '"process":"%s"',
    '"method":"%HM"',
    `"path":"${path}"`,
    '"status":%ST',
    '"reason":"%tsc"',
    '"durationMs":%Ta',
    '"msg":"a request was not answered by its service"',
  ];
  return ['  unique-id-format %[uuid,regsub(-,,g)]', `  log-format '{${members.join(',')}}'`];
}

/** `GET http://host/path` means `/path`. A target of another kind has no path, and its backend refuses it. */
function targetRules(): string[] {
  return [
    // HAProxy 2.6 answers 502 to a CONNECT that it denies.
    '  http-request reject if METH_CONNECT',
    '  http-request set-uri %[pathq] if { path -m found } !{ url_beg / }',
    '  http-request set-var(txn.path) path',
    '  http-request set-var(txn.targetBytes) url,length',
  ];
}

/** A trusted proxy's own address is appended to what it says; any other caller's word is replaced by the truth. */
function forwardingRules(options: EdgeOptions): string[] {
  const unlessTrusted = hasTrusted(options) ? ' if !trusted' : '';
  const element = (peer: string): string => `for=${peer};host=\\"%[req.hdr(host),json(utf8)]\\";proto=http`;
  const absent = (name: string): string => `!{ req.hdr(${name}) -m found }`;
  return [
    // A head that leaves no room for these is refused by its backend, in the form of its path.
    '  http-request strict-mode off',
    `  http-request del-header ^(${forwarding.join('|')})$ -m reg${unlessTrusted}`,
    `  http-request set-header x-real-ip %[req.hdr(x-forwarded-for,-1)] if ${absent('x-real-ip')} { req.hdr(x-forwarded-for) -m found }`,
    `  http-request set-header x-real-ip %[src] if ${absent('x-real-ip')}`,
    '  http-request add-header x-forwarded-for %[src]',
    `  http-request set-header x-forwarded-proto http if ${absent('x-forwarded-proto')}`,
    `  http-request set-header x-forwarded-host %[req.hdr(host)] if ${absent('x-forwarded-host')}`,
    `  http-request add-header forwarded "${element('%[src]')}" if !{ src -m sub : }`,
    `  http-request add-header forwarded "${element('\\"[%[src]]\\"')}" if { src -m sub : }`,
  ];
}

/** A path belongs to the destination whose prefix it is, or begins with before a further segment. */
function routeRules({ prefixes, otherwise }: Routes): string[] {
  const rules = [...prefixes].flatMap(([destination, own]) => {
    if (own.length === 0 || destination === otherwise) return [];
    const [whole, below] = [own.join(' '), own.map((prefix) => `${prefix}/`).join(' ')];
    return [`  use_backend ${nameOf(destination)} if { path ${whole} } || { path_beg ${below} }`];
  });
  return [...rules, `  default_backend ${nameOf(otherwise)}`];
}
