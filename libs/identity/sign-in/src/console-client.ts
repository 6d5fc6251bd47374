/** The built-in public client at which people sign in. It has no secret. */
export const consoleClientId = 'rapport-console';

export const consoleGrants = ['authorization_code', 'refresh_token'] as const;

export type ConsoleGrant = (typeof consoleGrants)[number];

/** The addresses to which a browser may be sent with a code: the platform's own console, those of the configuration, and every port of loopback. */
export class RedirectAddresses {
  readonly #ofConsole: string;
  readonly #configured: ReadonlySet<string>;

  constructor(issuer: string, configured: readonly string[]) {
    this.#ofConsole = `${issuer}/console/callback`;
    this.#configured = new Set(configured);
  }

  /** Addresses are compared as texts (RFC 9700, 2.1). */
  includes(address: string): boolean {
    return this.isOfConsole(address) || this.#configured.has(address) || isLoopback(address);
  }

  /** A code that goes there gives no refresh token, because a page of the platform asks for another code in its place. */
  isOfConsole(address: string): boolean {
    return address === this.#ofConsole;
  }
}

function isLoopback(address: string): boolean {
  const port = loopback.exec(address)?.[1];
  return port !== undefined && Number(port) <= 65_535;
}

/** A name such as localhost can lead elsewhere, so the addresses alone are taken (RFC 8252, 8.3). */
const loopback = /^http:\/\/(?:127\.0\.0\.1|\[::1\]):([1-9]\d{0,4})\/callback$/;
