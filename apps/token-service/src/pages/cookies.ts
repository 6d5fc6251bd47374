import type { NewCookie } from '@rapport/sign-in';

/** Reads and writes our cookies. A browser sends one with the prefix only to the host that set it, over TLS. */
export class Cookies {
  readonly #prefix: string;
  readonly #attributes: string;

  /** Over plain HTTP, which is for loopback alone, browsers keep no cookie that is secure. */
  constructor(issuer: string) {
    const isSecure = issuer.startsWith('https:');
    this.#prefix = isSecure ? '__Host-' : '';
    this.#attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  }

  /** The cookies of a request by their names without the prefix. Of several with one name the first counts. */
  read(header: string | undefined): ReadonlyMap<string, string> {
    const cookies = new Map<string, string>();
    for (const pair of header?.split(';') ?? []) {
      const [name = '', ...value] = pair.trim().split('=');
      const bare = name.slice(this.#prefix.length);
      if (name.startsWith(this.#prefix) && !cookies.has(bare)) {
        cookies.set(bare, value.join('='));
      }
    }
    return cookies;
  }

  write({ name, value, lifeSeconds }: NewCookie): string {
    const life = lifeSeconds === undefined ? '' : `; Max-Age=${lifeSeconds}`;
    return `${this.#prefix}${name}=${value}; ${this.#attributes}${life}`;
  }
}
