import { BlockList, isIP, isIPv6 } from 'node:net';
import type { Exchange } from '../exchange.ts';

/** Finds the address that limits count: the peer's, or behind trusted proxies the last one that is not a proxy's. */
export class ClientAddress {
  readonly #trusted = new BlockList();

  constructor(networks: readonly string[]) {
    for (const network of networks) {
      const [address = '', bits] = network.split('/');
      const family = isIPv6(address) ? 'ipv6' : 'ipv4';
      if (!isIP(address)) {
        throw new Error(`TRUSTED_PROXIES names ${network}, which is no network such as 10.0.0.0/8.`);
      }
      this.#trusted.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
    }
  }

  ofCaller(exchange: Pick<Exchange, 'req' | 'header'>): string {
    return this.of(exchange.req.socket.remoteAddress, exchange.header('x-forwarded-for'));
  }

  of(peer: string | undefined, forwardedFor: string | undefined): string {
    let nearest = plain(peer ?? '');
    const hops = forwardedFor?.split(',') ?? [];
    while (hops.length > 0 && this.#trusts(nearest)) {
      const hop = withoutPort(plain(hops.pop()?.trim() ?? ''));
      if (isIP(hop) === 0) {
        break;
      }
      nearest = hop;
    }
    return addressShare(nearest);
  }

  #trusts(address: string): boolean {
    return isIP(address) !== 0 && this.#trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  }
}

/** Some proxies name the port too, which is another one for each connection. */
function withoutPort(address: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^([\d.]+):\d+$/, '$1');
}

function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

/** An IPv6 address counts by its /64, because a caller that has one address of it has all. */
export function addressShare(address: string): string {
  if (!address.includes(':') || !isIPv6(address)) {
    return address;
  }
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups =
    tail === undefined ? before : [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
  return `${groups.slice(0, 4).join(':')}::`;
}
