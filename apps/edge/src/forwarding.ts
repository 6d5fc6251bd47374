import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';

/** What belongs to one connection and not to the message, besides what the Connection header names. */
const hopByHop = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** What says where a request came from: a caller's word on that counts only when the caller is a proxy of ours. */
const forwarding = new Set(['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']);

/** The networks of the proxies whose word is taken. */
export class TrustedProxies {
  readonly #networks = new BlockList();
  readonly #none: boolean;

  constructor(networks: readonly string[]) {
    this.#none = networks.length === 0;
    for (const network of networks) {
      const [address = '', prefix] = network.split('/');
      this.#networks.addSubnet(address, Number(prefix), isIPv6(address) ? 'ipv6' : 'ipv4');
    }
  }

  has(address: string): boolean {
    return !this.#none && this.#networks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  }
}

export interface ForwardedRequest {
  /** Names and values in turn. */
  readonly headers: string[];
  /** Whether a peer that is no proxy of ours said where the request came from. */
  readonly impostor: boolean;
}

/** The headers for the service: the caller's without those of its connection, and the truth about where they came from. */
export function forwardedRequest(req: IncomingMessage, trusted: TrustedProxies): ForwardedRequest {
  const peer = peerAddress(req);
  const isTrusted = trusted.has(peer);
  const named = connectionNames(req.headers.connection);
  const headers: string[] = [];
  let impostor = false;
  for (let index = 0; index < req.rawHeaders.length; index += 2) {
    const name = req.rawHeaders[index] ?? '';
    const lowerCase = name.toLowerCase();
    if (hopByHop.has(lowerCase) || named?.has(lowerCase) === true) continue;
    if (forwarding.has(lowerCase)) {
      impostor ||= !isTrusted;
      continue;
    }
    headers.push(name, req.rawHeaders[index + 1] ?? '');
  }
  appendOrigin(headers, req, peer, isTrusted);
  return { headers, impostor };
}

/** The headers of an answer without those of the service's connection. They are changed in place. */
export function withoutHopByHop<H extends Record<string, unknown>>(headers: H): H {
  const named = connectionNames(headers['connection']);
  for (const name in headers) {
    if (hopByHop.has(name) || named?.has(name) === true) delete headers[name];
  }
  return headers;
}

function appendOrigin(headers: string[], req: IncomingMessage, peer: string, isTrusted: boolean): void {
  const host = req.headers.host ?? '';
  if (!isTrusted) {
    headers.push('x-forwarded-for', peer, 'x-forwarded-proto', 'http', 'x-forwarded-host', host, 'x-real-ip', peer);
    headers.push('forwarded', forwardedElement(peer, host));
    return;
  }
  const chain = one(req.headers['x-forwarded-for']);
  headers.push('x-forwarded-for', chain === undefined ? peer : `${chain}, ${peer}`);
  headers.push('x-forwarded-proto', one(req.headers['x-forwarded-proto']) ?? 'http');
  headers.push('x-forwarded-host', one(req.headers['x-forwarded-host']) ?? host);
  headers.push('x-real-ip', one(req.headers['x-real-ip']) ?? chain?.split(',').at(-1)?.trim() ?? peer);
  const before = one(req.headers.forwarded);
  const element = forwardedElement(peer, host);
  headers.push('forwarded', before === undefined ? element : `${before}, ${element}`);
}

function forwardedElement(peer: string, host: string): string {
  const address = peer.includes(':') ? `"[${peer}]"` : peer;
  return `for=${address};host="${host.replaceAll(/["\\]/g, '')}";proto=http`;
}

/** An IPv4 peer of a socket that listens on both families is shown as IPv4. */
function peerAddress(req: IncomingMessage): string {
  const address = req.socket.remoteAddress ?? '';
  return address.startsWith('::ffff:') ? address.slice(7) : address;
}

function connectionNames(header: unknown): Set<string> | undefined {
  if (typeof header !== 'string' || header === 'keep-alive' || header === 'close') return undefined;
  return new Set(header.split(',').map((name) => name.trim().toLowerCase()));
}

function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header;
}
