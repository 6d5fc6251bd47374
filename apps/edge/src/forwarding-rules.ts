import type { EdgeOptions, Listed } from './edge-options.ts';

/** The address that counts: the peer's, or behind trusted proxies the last one that is not a proxy's. */
export const caller = 'var(txn.caller)';

/** More proxies than stand in a row before any installation. */
const proxiesMax = 5;

export function hasAny(listed: Listed): boolean {
  return typeof listed === 'string' || listed.length > 0;
}

/** An ACL compares with the lines of a file, or with these. */
export function matched(listed: Listed): string {
  return typeof listed === 'string' ? `-f ${listed}` : listed.join(' ');
}

/** Each trusted proxy has appended the address from which it was asked, so the addresses are read from the right. */
export function callerRules({ trustedProxies = [] }: EdgeOptions): string[] {
  const fromRight = Array.from({ length: proxiesMax }, (_, index) => `req.hdr_ip(x-forwarded-for,-${index + 1})`);
  return [
    '  http-request set-var(txn.caller) src',
    ...(hasAny(trustedProxies)
      ? [
          `  acl trusted ${caller} -m ip ${matched(trustedProxies)}`,
          ...fromRight.map((hop) => `  http-request set-var(txn.caller) ${hop} if trusted { ${hop} -m found }`),
        ]
      : []),
  ];
}

/** The headers that say where a request came from. The truth replaces what a caller says in them. */
export function forwardingRules({ protocol = 'http' }: EdgeOptions): string[] {
  const element = (address: string): string =>
    `"for=${address};host=\\"%[req.hdr(host),json(utf8)]\\";proto=${protocol}"`;
  return [
    // A backend refuses a head that leaves no room for these headers, in the form of its path.
    '  http-request strict-mode off',
    `  http-request set-header x-forwarded-for %[${caller}]`,
    `  http-request set-header x-forwarded-proto "${protocol}"`,
    '  http-request set-header x-forwarded-host %[req.hdr(host)]',
    `  http-request set-header x-real-ip %[${caller}]`,
    // RFC 7239: an IPv6 address stands in brackets and quotes.
    `  http-request set-header forwarded ${element(`%[${caller}]`)} if !{ ${caller} -m sub : }`,
    `  http-request set-header forwarded ${element(`\\"[%[${caller}]]\\"`)} if { ${caller} -m sub : }`,
  ];
}
