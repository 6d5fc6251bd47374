import { leaveToSignIn, renewedToken } from './authorization.ts';
import { isFresh, type Token } from './token.ts';

/** The token of this window, in its memory alone. The organisation's id outlives the window. */
class Session {
  #token: Token | undefined;
  /** The organisation in which this window works, while another window may have gone to another one. */
  #tenantId: string | undefined;
  #renewing: Promise<Token | undefined> | undefined;

  get tenantId(): string | null {
    return this.#tenantId ?? localStorage.getItem(organisationKey);
  }

  get token(): Token | undefined {
    return this.#token;
  }

  begin(token: Token): void {
    this.#token = token;
    this.#tenantId = token.tenantId;
    localStorage.setItem(organisationKey, token.tenantId);
  }

  /** Whether this window has a token, or gets one without a question. */
  async resume(): Promise<boolean> {
    if (this.#token === undefined && localStorage.getItem(organisationKey) === null) {
      return false;
    }
    return (await this.#fresh()) !== undefined;
  }

  /** The header of a request. Without a sign-in the window leaves for it, and the promise stays open. */
  async authorization(): Promise<string> {
    return this.#headerOf(await this.#fresh());
  }

  /** The header after a service refused the token with which it was asked. */
  async renewed(refused: string): Promise<string> {
    if (this.#token && `Bearer ${this.#token.text}` === refused) {
      this.#token = undefined;
    }
    return this.#headerOf(await this.#fresh());
  }

  forget(): void {
    this.#token = undefined;
    this.#tenantId = undefined;
    localStorage.removeItem(organisationKey);
  }

  async #headerOf(token: Token | undefined): Promise<string> {
    if (token === undefined) {
      await leaveToSignIn(location.href.slice(location.origin.length), this.#sameTenant());
      return new Promise<never>(() => undefined);
    }
    return `Bearer ${token.text}`;
  }

  #sameTenant(): { readonly tenant_id?: string } {
    const { tenantId } = this;
    return tenantId === null ? {} : { tenant_id: tenantId };
  }

  /** Requests that find the token near its end wait for one renewal. */
  async #fresh(): Promise<Token | undefined> {
    if (this.#token && isFresh(this.#token, Date.now())) {
      return this.#token;
    }
    this.#renewing ??= renewedToken(this.tenantId).finally(() => (this.#renewing = undefined));
    const token = await this.#renewing;
    if (token) {
      this.begin(token);
    }
    return token;
  }
}

export const session = new Session();

const organisationKey = 'rapport.organisation';
