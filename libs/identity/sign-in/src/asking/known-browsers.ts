import { newId } from '@rapport/kernel';
import type { SignInKeys } from '../sign-in-keys.ts';
import type { BrowserRequest, NewCookie } from './browser-request.ts';
import type { Identity } from './identity-store.ts';

/**
 * The marks of browsers in which a person signed in before, or followed a link from a mail. Their failures are counted
 * apart, so that a person whose address is under attack still gets in. A mark is signed, holds for one identity, outlives
 * the sign-out and ends with the password.
 */
export class KnownBrowsers {
  readonly #keys: SignInKeys;

  constructor(keys: SignInKeys) {
    this.#keys = keys;
  }

  /** The id of the browser's mark; undefined for a browser that is not known to the identity. */
  find({ cookies }: Pick<BrowserRequest, 'cookies'>, identity: MarkedIdentity): string | undefined {
    const [id = '', madeAt = '', digest = ''] = cookies.get(this.#nameOf(identity))?.split('.') ?? [];
    const isOurs = this.#keys.isDigest(digest, 'known browser', ...textsOf(identity), id, madeAt);
    return isOurs && Number(madeAt) + lifeSeconds > nowSeconds() ? id : undefined;
  }

  /** The mark begins its life again with each sign-in. */
  mark(request: Pick<BrowserRequest, 'cookies'>, identity: MarkedIdentity): NewCookie {
    const id = this.find(request, identity) ?? newId();
    const madeAt = String(nowSeconds());
    const digest = this.#keys.digest('known browser', ...textsOf(identity), id, madeAt);
    return { name: this.#nameOf(identity), value: `${id}.${madeAt}.${digest}`, lifeSeconds };
  }

  /** Several people can have one browser, so each identity has a cookie of its own, which does not name it. */
  #nameOf({ id }: MarkedIdentity): string {
    return `rapport-known-${this.#keys.digest('known browser', 'name', id).slice(0, 12)}`;
  }
}

type MarkedIdentity = Pick<Identity, 'id' | 'passwordHash'>;

function textsOf({ id, passwordHash }: MarkedIdentity): readonly string[] {
  return [id, passwordHash];
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1_000);
}

const lifeSeconds = 90 * 86_400;
