import { BlockList, isIP, isIPv6 } from 'node:net';

/** Finds the address that the limits count: the peer's, or, behind a trusted proxy, the last one that the proxy named. */
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

  of(peer: string | undefined, forwardedFor: string | undefined): string {
    const own = plain(peer ?? '');
    if (forwardedFor === undefined || !this.#trusts(own)) {
      return bucket(own);
    }
    const named = plain(forwardedFor.split(',').at(-1)?.trim() ?? '');
    return bucket(isIP(named) ? named : own);
  }

  #trusts(address: string): boolean {
    return isIP(address) !== 0 && this.#trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  }
}

function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

/** An IPv6 address counts by its /64: whoever has one has all of them. */
function bucket(address: string): string {
  if (!isIPv6(address)) {
    return address;
  }
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups =
    tail === undefined ? before : [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
  return `${groups.slice(0, 4).join(':')}::`;
}
