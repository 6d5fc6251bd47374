import { setTimeout as sleep } from 'node:timers/promises';
import type { StatePublisher } from '@rapport/admission';
import { audit, type ChangeContext } from '@rapport/audit';
import type { Database, Sql } from '@rapport/database';
import { lives, newId, type CallContext } from '@rapport/kernel';
import { mailOf, type Mail, type Postbox } from '@rapport/mail';
import type { TouchedUser } from '@rapport/sessions';
import type { Identity, IdentityStore } from '../identities/identity-store.ts';
import { noteVerifiedOwner } from '../identities/verified-owner.ts';
import type { PasswordEnding } from '../passwords/password-ending.ts';
import { passwordProblems } from '../passwords/password-rules.ts';
import type { Passwords } from '../passwords/passwords.ts';
import type { LinkAddress } from './link-address.ts';
import type { GoodLink, LinkKind, LinkStore } from './link-store.ts';
import { digestOfLink, newLinkText } from './link-text.ts';
import { Overtaken, untilNotOvertaken } from './overtaken.ts';

/** A link as its page shows it. */
export interface SeenLink {
  readonly kind: LinkKind;
  readonly email: string;
  /** The organisation to which the link invites; null for a reset. */
  readonly organisationName: string | null;
  /** Whether the person chooses a password, or proves to know the one that the address has. */
  readonly asksFor: 'new password' | 'existing password';
}

/** The form of a person who follows a link. */
export interface LinkForm {
  readonly text: string;
  readonly password: string;
  /** The caller's address, as the limits count it. */
  readonly address: string;
}

/** The outcome of following a link. `gone` is one answer for a spent, an expired and an unknown link. */
export type FollowedLink =
  | { readonly outcome: 'done'; readonly email: string; readonly identity: Pick<Identity, 'id' | 'passwordHash'> }
  | { readonly outcome: 'gone' }
  | { readonly outcome: 'wrong password'; readonly email: string }
  | { readonly outcome: 'refused'; readonly problems: readonly string[] };

/** The links by which people set passwords. Following one proves that its address is the person's. */
export class PasswordLinks {
  readonly #database: Database;
  readonly #links: LinkStore;
  readonly #identities: IdentityStore;
  readonly #passwords: Passwords;
  readonly #ending: PasswordEnding;
  readonly #postbox: Postbox;
  readonly #address: LinkAddress;
  readonly #publisher: StatePublisher;

  constructor(
    database: Database,
    links: LinkStore,
    identities: IdentityStore,
    passwords: Passwords,
    ending: PasswordEnding,
    postbox: Postbox,
    address: LinkAddress,
    publisher: StatePublisher,
  ) {
    this.#database = database;
    this.#links = links;
    this.#identities = identities;
    this.#passwords = passwords;
    this.#ending = ending;
    this.#postbox = postbox;
    this.#address = address;
    this.#publisher = publisher;
  }

  /** Changes nothing. Undefined for a link that is not good. */
  async see(context: CallContext, text: string): Promise<SeenLink | undefined> {
    const link = await this.#links.find(context, this.#database.control, digestOfLink(text));
    if (!link) {
      return undefined;
    }
    const { kind, email, organisationName } = link;
    const known = kind === 'invitation' ? await this.#identityOf(context, email) : undefined;
    return { kind, email, organisationName, asksFor: known ? 'existing password' : 'new password' };
  }

  /** Uses the link up, unless the password is refused. When it returns, what ends with the old password has ended. */
  async follow(context: CallContext, form: LinkForm): Promise<FollowedLink> {
    return untilNotOvertaken(() => this.#follow(context, form));
  }

  /** Sends a link to an address that signs in somewhere. For every other address it does nothing, in the same time. */
  async requestReset(context: CallContext, email: string): Promise<void> {
    await Promise.all([this.#requestReset(context, email), sleep(resetMs)]);
  }

  async #follow(context: CallContext, { text, password, address }: LinkForm): Promise<FollowedLink> {
    const link = await this.#links.find(context, this.#database.control, digestOfLink(text));
    if (!link) {
      return { outcome: 'gone' };
    }
    const { kind, email } = link;
    const hasher = { address, email };
    const known = kind === 'invitation' ? await this.#identityOf(context, email) : undefined;
    if (known && !(await this.#passwords.verify(context, hasher, known.passwordHash, password))) {
      return { outcome: 'wrong password', email };
    }
    const problems = known
      ? []
      : passwordProblems(password, { email, organisationNames: await this.#names(context, link) });
    if (problems.length > 0) {
      return { outcome: 'refused', problems };
    }
    const passwordHash = known ? known.passwordHash : await this.#passwords.hash(context, hasher, password);
    const { identityId, touched, verifiedTenantId } = await this.#database.control.transaction(context, (sql) =>
      link.identityId === null
        ? this.#join(context, sql, link, known ?? passwordHash)
        : this.#reset(context, sql, { ...link, identityId: link.identityId }, passwordHash),
    );
    await this.#ending.publish(context, touched);
    if (verifiedTenantId !== undefined) {
      await this.#publisher.publishTenant(context, verifiedTenantId);
    }
    return { outcome: 'done', email, identity: { id: identityId, passwordHash } };
  }

  /** The user joins the verified identity of the address: one whose password was given, or a new one with the password. */
  async #join(
    context: CallContext,
    sql: Sql,
    { id, email, userId, tenantId, tenantNumber }: GoodLink,
    login: Identity | string,
  ): Promise<SetPassword> {
    if (userId === null || tenantId === null || tenantNumber === null) {
      throw new Error('An invitation has no user.');
    }
    const identityId = typeof login === 'string' ? newId() : login.id;
    const isThere =
      typeof login === 'string'
        ? await this.#identities.insertVerified(context, sql, identityId, email, login)
        : await this.#identities.hold(context, sql, login);
    if (
      !isThere ||
      !(await this.#links.holdInvited(context, sql, userId)) ||
      !(await this.#links.use(context, sql, id))
    ) {
      throw new Overtaken();
    }
    const person = asUser(context, userId);
    await this.#identities.join(context, sql, userId, identityId);
    await audit(person, sql, tenantId, 'user.joined', userId);
    const isVerified = await noteVerifiedOwner(person, sql, tenantId, userId);
    return {
      identityId,
      touched: [{ id: userId, tenantNumber }],
      verifiedTenantId: isVerified ? tenantId : undefined,
    };
  }

  async #reset(
    context: CallContext,
    sql: Sql,
    { id, identityId }: GoodLink & { readonly identityId: string },
    passwordHash: string,
  ): Promise<SetPassword> {
    await this.#identities.setPassword(context, sql, identityId, passwordHash);
    if (!(await this.#links.use(context, sql, id))) {
      throw new Overtaken();
    }
    const touched = await this.#ending.end(context, sql, identityId);
    for (const user of await this.#identities.users(context, sql, identityId)) {
      await audit(asUser(context, user.id), sql, user.tenantId, 'user.password_reset', user.id);
    }
    return { identityId, touched, verifiedTenantId: undefined };
  }

  async #requestReset(context: CallContext, email: string): Promise<void> {
    const text = newLinkText();
    await this.#database.control.transaction(context, async (sql) => {
      const identity = await this.#identities.findVerified(context, sql, email);
      const users = identity ? await this.#identities.users(context, sql, identity.id) : [];
      if (!identity || !users.some(({ isActive }) => isActive)) {
        return;
      }
      await this.#identities.hold(context, sql, identity);
      await this.#links.endOfIdentity(context, sql, identity.id);
      const link = { id: newId(), digest: digestOfLink(text), targetId: identity.id };
      await this.#links.insertReset(context, sql, link);
      await this.#postbox.post(context, sql, resetMail(identity.email, this.#address.of(text)));
    });
  }

  #identityOf(context: CallContext, email: string): Promise<Identity | undefined> {
    return this.#identities.findVerified(context, this.#database.control, email);
  }

  /** The names that are no password: of the organisation that invites, or of all in which the person is. */
  async #names(context: CallContext, { organisationName, identityId }: GoodLink): Promise<string[]> {
    if (identityId === null) {
      return organisationName === null ? [] : [organisationName];
    }
    const users = await this.#identities.users(context, this.#database.control, identityId);
    return users.map((user) => user.organisationName);
  }
}

/** A link has set the password of this identity, and something of these users has ended by that. */
interface SetPassword {
  readonly identityId: string;
  readonly touched: readonly TouchedUser[];
  /** The tenant that has got its first verified owner. */
  readonly verifiedTenantId: string | undefined;
}

function asUser(context: CallContext, userId: string): ChangeContext {
  return { trace: context.trace, actor: { kind: 'user', name: userId } };
}

function resetMail(email: string, link: string): Mail {
  return mailOf(email, {
    subject: 'Set a new password',
    before: [
      'Hello,',
      'A new password was asked for, for the sign-in with this address in Rapport.',
      `Follow this link to set it. It can be used once, within ${lives.passwordReset}:`,
    ],
    link,
    button: 'Set a new password',
    behind: ['If you did not ask for it, you need not do anything: your password stays as it is.'],
  });
}

/** Longer than the statements of a reset take. */
const resetMs = 150;
