import { isHeaderText, type TokenSource } from '../options.ts';
import { invalidOption, RapportError } from '../rapport-error.ts';

interface HeldToken {
  readonly text: string;
  readonly renewAt: number;
  readonly endsAt: number;
}

export interface IssuedToken {
  readonly access_token: string;
  readonly expires_in: number;
}

/**
 * The token of all calls. Callers that need one at once share one request. Another one is asked for before the held one
 * ends, while that serves.
 */
export class Tokens {
  readonly #issue: () => Promise<IssuedToken>;
  #held: HeldToken | undefined;
  #coming: Promise<string> | undefined;
  #refused: { readonly error: RapportError; readonly until: number } | undefined;

  constructor(issue: () => Promise<IssuedToken>) {
    this.#issue = issue;
  }

  /** A token that is not near its end, or the refusal of a moment ago. */
  async get(): Promise<string> {
    const now = performance.now();
    const refusal = this.#refusal();
    if (refusal) {
      throw refusal;
    }
    if (this.#held === undefined || now >= this.#held.endsAt) {
      return this.#renew();
    }
    if (now >= this.#held.renewAt) {
      this.#renew().catch(() => undefined);
    }
    return this.#held.text;
  }

  /** Another token than this one, which the platform takes no more. */
  async instead(text: string): Promise<string> {
    if (this.#held?.text === text) {
      this.#held = undefined;
    }
    return this.get();
  }

  /** A client that the platform does not know, or that is disabled, asks nothing more for a while. */
  noteRefusal(error: RapportError): void {
    if (refusals.includes(error.code) && !this.#refusal()) {
      this.#held = undefined;
      this.#refused = { error, until: performance.now() + refusedMs };
    }
  }

  #refusal(): RapportError | undefined {
    return this.#refused && performance.now() < this.#refused.until ? this.#refused.error : undefined;
  }

  #renew(): Promise<string> {
    this.#coming ??= this.#ask().finally(() => (this.#coming = undefined));
    return this.#coming;
  }

  async #ask(): Promise<string> {
    const asked = performance.now();
    try {
      const { access_token: text, expires_in: seconds } = await this.#issue();
      this.#refused = undefined;
      this.#held = { text, renewAt: asked + renewedAfter * seconds * 1_000, endsAt: asked + seconds * 1_000 };
      return text;
    } catch (error) {
      if (error instanceof RapportError) {
        this.noteRefusal(error);
      }
      throw error;
    }
  }
}

/** A caller's own tokens are asked for at each request: it keeps them itself. */
export function tokensOf(source: TokenSource): Tokens {
  return new Tokens(async () => {
    const text: unknown = await source();
    if (typeof text !== 'string' || !isHeaderText(text)) {
      throw invalidOption('token', 'must give a text of ASCII without spaces around it or control characters.');
    }
    return { access_token: text, expires_in: 0 };
  });
}

const refusals = ['invalid_client', 'client_disabled'];
const refusedMs = 30_000;
const renewedAfter = 0.8;
