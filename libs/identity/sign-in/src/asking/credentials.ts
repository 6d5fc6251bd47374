import type { Database } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import type { Passwords } from '@rapport/people';
import type { SignInRefusal } from '@rapport/token-audit';
import type { Guessing } from '../guessing/guessing.ts';
import type { SentForm } from './browser-request.ts';
import type { Identity, IdentityStore } from './identity-store.ts';
import type { KnownBrowsers } from './known-browsers.ts';

/** An address with a password, as a person typed them. */
export interface Pair {
  readonly email: string;
  readonly password: string;
  /** The tenant whose user's pair it must be, if one is named; else the pair is that of the address's verified identity. */
  readonly tenantId: string | undefined;
}

/** The thing given for the right pair, or why it is refused. */
export type Checked<T> =
  { readonly given: T } | { readonly reason: SignInRefusal; readonly retryAfterSeconds?: number | undefined };

/** Compares pairs of address and password, within the bounds of guessing. Every wrong pair takes the same time. */
export class Credentials {
  readonly #database: Database;
  readonly #identities: IdentityStore;
  readonly #passwords: Passwords;
  readonly #guessing: Guessing;
  readonly #knownBrowsers: KnownBrowsers;

  constructor(
    database: Database,
    identities: IdentityStore,
    passwords: Passwords,
    guessing: Guessing,
    knownBrowsers: KnownBrowsers,
  ) {
    this.#database = database;
    this.#identities = identities;
    this.#passwords = passwords;
    this.#guessing = guessing;
    this.#knownBrowsers = knownBrowsers;
  }

  /**
   * `give` says what the identity of a right pair gets; where that is nothing, the pair is as good as a wrong one. Throws
   * `HashQueueFull` where too many others wait, before anything is asked or counted if they do so already.
   */
  async check<T>(
    context: CallContext,
    form: SentForm,
    pair: Pair,
    give: (identity: Identity) => Promise<T | undefined>,
  ): Promise<Checked<T>> {
    const { email, password } = pair;
    const hasher = { address: form.caller.address, email };
    this.#passwords.requireRoom(hasher);
    const identity = await this.#identityOf(context, pair);
    const browser = identity && this.#knownBrowsers.find(form, identity);
    const known = identity && browser !== undefined ? { browser, identityId: identity.id } : undefined;
    const attempt = await this.#guessing.begin(context, { address: form.caller.address, email, known });
    if (attempt.stop) {
      return attempt.stop;
    }
    try {
      const isRight = await this.#passwords.verify(context, hasher, identity?.passwordHash, password);
      const given = identity && isRight ? await give(identity) : undefined;
      if (!identity || given === undefined) {
        await attempt.failed();
        return { reason: isRight ? 'no_user' : 'wrong_pair' };
      }
      await attempt.succeeded(identity);
      return { given };
    } catch (error) {
      await attempt.dropped();
      throw error;
    }
  }

  #identityOf(context: CallContext, { email, tenantId }: Pair): Promise<Identity | undefined> {
    const { control } = this.#database;
    return tenantId === undefined
      ? this.#identities.findVerified(context, control, email)
      : this.#identities.findInTenant(context, control, tenantId, email);
  }
}
