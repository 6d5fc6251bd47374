import type { StatePublisher } from '@rapport/admission';
import { audit, type ChangeContext } from '@rapport/audit';
import { isUniqueViolation, type Database, type Sql } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import type { TouchedUser } from '@rapport/sessions';
import type { IdentityStore } from '../identities/identity-store.ts';
import { endWaitForOwner } from '../identities/verified-owner.ts';
import type { Hasher } from '../passwords/hash-queue.ts';
import type { PasswordEnding } from '../passwords/password-ending.ts';
import type { Passwords } from '../passwords/passwords.ts';
import type { LinkStore } from './link-store.ts';
import { digestOfLink } from './link-text.ts';
import { Overtaken, untilNotOvertaken } from './overtaken.ts';
import type { LinkForm } from './password-links.ts';
import type { GoodVerification, VerificationLinkStore } from './verification-link-store.ts';

/** A verification as its page shows it. */
export interface SeenVerification {
  readonly email: string;
  readonly organisationName: string;
}

/** The outcome of following a verification. `gone` is one answer for a spent, an expired and an unknown link. */
export type FollowedVerification =
  | ({ readonly outcome: 'done'; readonly joinedKnown: boolean } & SeenVerification)
  | { readonly outcome: 'gone' }
  | { readonly outcome: 'wrong password' };

/**
 * The links by which owners of sign-ups verify their addresses. The mailbox alone verifies nothing, because a stranger may
 * have signed up with the address, and the password of the sign-up alone does not either.
 */
export class VerificationLinks {
  readonly #database: Database;
  readonly #links: LinkStore;
  readonly #verifications: VerificationLinkStore;
  readonly #identities: IdentityStore;
  readonly #passwords: Passwords;
  readonly #ending: PasswordEnding;
  readonly #publisher: StatePublisher;

  constructor(
    database: Database,
    links: LinkStore,
    verifications: VerificationLinkStore,
    identities: IdentityStore,
    passwords: Passwords,
    ending: PasswordEnding,
    publisher: StatePublisher,
  ) {
    this.#database = database;
    this.#links = links;
    this.#verifications = verifications;
    this.#identities = identities;
    this.#passwords = passwords;
    this.#ending = ending;
    this.#publisher = publisher;
  }

  /** Changes nothing. Undefined for a link that is not good. */
  async see(context: CallContext, text: string): Promise<SeenVerification | undefined> {
    const link = await this.#find(context, text);
    return link?.isOpen ? seen(link) : undefined;
  }

  /**
   * Verifies the address, and uses the link up, where the password is that of the sign-up. A wrong one counts by the link
   * alone. Throws `HashQueueFull` where too many others wait; then the guess does not count.
   */
  async follow(context: CallContext, { text, password, address }: LinkForm): Promise<FollowedVerification> {
    const link = await this.#find(context, text);
    if (!link?.isOpen) {
      return { outcome: 'gone' };
    }
    const { control } = this.#database;
    const hasher = { address, email: link.email };
    this.#passwords.requireRoom(hasher);
    if (!(await this.#verifications.countGuess(context, control, link.id))) {
      return { outcome: 'gone' };
    }
    try {
      return await untilNotOvertaken(() => this.#follow(context, text, password, hasher));
    } catch (error) {
      await this.#verifications.giveGuessBack(context, control, link.id).catch(() => undefined);
      throw error;
    }
  }

  async #follow(context: CallContext, text: string, password: string, hasher: Hasher): Promise<FollowedVerification> {
    const link = await this.#find(context, text);
    if (!link) {
      return { outcome: 'gone' };
    }
    if (!(await this.#passwords.verify(context, hasher, link.passwordHash, password))) {
      return { outcome: 'wrong password' };
    }
    const { joinedKnown, touched } = await this.#database.control.transaction(context, (sql) =>
      this.#verify(context, sql, link),
    );
    await this.#ending.publish(context, touched);
    await this.#publisher.publishTenant(context, link.tenantId);
    return { outcome: 'done', joinedKnown, ...seen(link) };
  }

  async #verify(context: CallContext, sql: Sql, link: GoodVerification): Promise<Verified> {
    const { id, email, userId, tenantId, identityId, passwordHash } = link;
    const isThere = await this.#identities.hold(context, sql, { id: identityId, passwordHash });
    const known = isThere ? await this.#identities.holdVerified(context, sql, email) : undefined;
    const user =
      isThere && known?.id !== identityId ? await this.#verifications.holdUser(context, sql, link) : undefined;
    if (!user || !(await this.#links.use(context, sql, id))) {
      throw new Overtaken();
    }
    const touched = known
      ? await this.#joinKnown(context, sql, link, known.id)
      : await this.#becomeVerified(context, sql, identityId);
    await endWaitForOwner(context, sql, userId);
    if (user.isOwner) {
      await audit(asUser(context, userId), sql, tenantId, 'owner.verified', userId);
    }
    return { joinedKnown: known !== undefined, touched };
  }

  /** The user is one of the identity that the address has by now, so what the sign-up's password opened ends. */
  async #joinKnown(
    context: CallContext,
    sql: Sql,
    { userId, identityId }: GoodVerification,
    knownId: string,
  ): Promise<readonly TouchedUser[]> {
    const touched = await this.#ending.end(context, sql, identityId);
    await this.#verifications.moveUser(context, sql, userId, knownId);
    return touched;
  }

  /** It waits for another transaction that makes the verified identity of the address, and is overtaken by it. */
  async #becomeVerified(context: CallContext, sql: Sql, identityId: string): Promise<readonly TouchedUser[]> {
    try {
      await this.#identities.verify(context, sql, identityId);
      return [];
    } catch (error) {
      throw isUniqueViolation(error, 'identity_email_taken') ? new Overtaken() : error;
    }
  }

  #find(context: CallContext, text: string): Promise<GoodVerification | undefined> {
    return this.#verifications.find(context, this.#database.control, digestOfLink(text));
  }
}

interface Verified {
  /** Whether the address had a verified identity. */
  readonly joinedKnown: boolean;
  readonly touched: readonly TouchedUser[];
}

function seen({ email, organisationName }: GoodVerification): SeenVerification {
  return { email, organisationName };
}

function asUser(context: CallContext, userId: string): ChangeContext {
  return { trace: context.trace, actor: { kind: 'user', name: userId } };
}
