import type { Database } from '@rapport/database';
import { lives, secondsOf, type CallContext } from '@rapport/kernel';
import { HashQueueFull } from '@rapport/people';
import type { BrowserSignIn, BrowserSignIns } from '@rapport/sessions';
import type { SignInRefusal, TokenEvents } from '@rapport/token-audit';
import { consoleClientId, type RedirectAddresses } from '../console-client.ts';
import type { CodeStore } from '../tokens/code-store.ts';
import { readAuthorizationRequest, type AuthorizationRequest, type RedirectedError } from './authorization-request.ts';
import { signInCookie, type BrowserRequest, type NewCookie, type SentForm } from './browser-request.ts';
import type { Credentials } from './credentials.ts';
import type { FormTokens } from './form-tokens.ts';
import type { Identity, IdentityStore, OwnUser } from './identity-store.ts';
import type { KnownBrowsers } from './known-browsers.ts';

/** Why a form is asked again: its answer is wrong, it is of another browser, or the server has too much to do. */
export type AskedAgain = 'wrong' | 'foreign' | 'busy';

/** The answer to a browser that asks for a code. */
export type SignInAnswer =
  | { readonly kind: 'question'; readonly page: SignInQuestion; readonly cookies: readonly NewCookie[] }
  | { readonly kind: 'redirect'; readonly address: string; readonly cookies: readonly NewCookie[] }
  | { readonly kind: 'stranger'; readonly problem: string };

/** A page that asks for address and password, or for one of several organisations. */
export interface SignInQuestion {
  readonly formToken: string;
  /** The browser's address after the form. */
  readonly redirectUri: string;
  readonly organisations: readonly Organisation[] | undefined;
  /** The address that the client named, or that was typed before, with the reason why it is asked again. */
  readonly email: string;
  readonly problem: AskedAgain | undefined;
  readonly retryAfterSeconds: number | undefined;
}

export interface Organisation {
  readonly tenantId: string;
  readonly name: string;
}

/** Signs people in and gives their clients codes (RFC 6749, 4.1). */
export class SignIn {
  readonly #database: Database;
  readonly #credentials: Credentials;
  readonly #identities: IdentityStore;
  readonly #browsers: BrowserSignIns;
  readonly #knownBrowsers: KnownBrowsers;
  readonly #codes: CodeStore;
  readonly #formTokens: FormTokens;
  readonly #redirects: RedirectAddresses;
  readonly #events: TokenEvents;
  readonly #issuer: string;

  constructor(
    database: Database,
    credentials: Credentials,
    identities: IdentityStore,
    browsers: BrowserSignIns,
    knownBrowsers: KnownBrowsers,
    codes: CodeStore,
    formTokens: FormTokens,
    redirects: RedirectAddresses,
    events: TokenEvents,
    issuer: string,
  ) {
    this.#database = database;
    this.#credentials = credentials;
    this.#identities = identities;
    this.#browsers = browsers;
    this.#knownBrowsers = knownBrowsers;
    this.#codes = codes;
    this.#formTokens = formTokens;
    this.#redirects = redirects;
    this.#events = events;
    this.#issuer = issuer;
  }

  /** A browser that is signed in gets its code without a question, unless the client wants one or it must choose. */
  async open(context: CallContext, browser: BrowserRequest): Promise<SignInAnswer> {
    const read = readAuthorizationRequest(browser.search, this.#redirects);
    if (read.kind !== 'good') {
      return read.kind === 'wrong' ? this.#sendBack(read.error) : read;
    }
    const { request } = read;
    const signedIn = request.prompt === 'login' ? undefined : await this.#signInOf(context, browser);
    const users = signedIn ? await this.#usersFor(context, signedIn.identityId, request) : [];
    if (request.prompt === 'none' && users.length !== 1) {
      const description = 'The person must be asked; send the browser here without prompt=none.';
      return this.#sendBack({ ...request, error: 'login_required', description });
    }
    return signedIn && users.length > 0
      ? this.#goOn(context, browser, request, signedIn, users, [])
      : this.#ask(browser, request, {});
  }

  /** Takes the form of one of our own pages. */
  async submit(context: CallContext, form: SentForm): Promise<SignInAnswer> {
    const read = readAuthorizationRequest(form.search, this.#redirects);
    if (read.kind !== 'good') {
      return read.kind === 'wrong' ? this.#sendBack(read.error) : read;
    }
    if (form.fields.has('organisation')) {
      return this.#choose(context, form, read.request);
    }
    try {
      return await this.#enter(context, form, read.request);
    } catch (error) {
      if (error instanceof HashQueueFull) {
        const { retryAfterSeconds } = error;
        return this.#ask(form, read.request, { email: emailOf(form), problem: 'busy', retryAfterSeconds });
      }
      throw error;
    }
  }

  async #enter(context: CallContext, form: SentForm, request: AuthorizationRequest): Promise<SignInAnswer> {
    const { tenantId } = request;
    const pair = { email: emailOf(form), password: form.fields.get('password') ?? '', tenantId };
    const { email } = pair;
    if (!this.#formTokens.isOurs(form, 'sign-in', form.search)) {
      return this.#refuse(context, form, request, 'foreign_form', { email, problem: 'foreign' });
    }
    const checked = await this.#credentials.check(context, form, pair, async (identity) => {
      const users = await this.#usersFor(context, identity.id, request);
      const begun = users.length > 0 ? await this.#begin(context, form, identity) : undefined;
      return begun && { ...begun, users };
    });
    if ('reason' in checked) {
      const { reason, retryAfterSeconds } = checked;
      return this.#refuse(context, form, request, reason, { email, problem: 'wrong', retryAfterSeconds });
    }
    const { signIn, users, cookies } = checked.given;
    return this.#goOn(context, form, request, signIn, users, cookies);
  }

  async #choose(context: CallContext, form: SentForm, request: AuthorizationRequest): Promise<SignInAnswer> {
    const signedIn = await this.#signInOf(context, form);
    if (!signedIn || !this.#formTokens.isOurs(form, 'organisation', form.search, signedIn.id)) {
      return this.#refuse(context, form, request, 'foreign_form', { problem: 'foreign' });
    }
    const users = await this.#usersFor(context, signedIn.identityId, request);
    const chosen = users.filter(({ tenantId }) => tenantId === form.fields.get('organisation'));
    return chosen.length === 1
      ? this.#goOn(context, form, request, signedIn, chosen, [])
      : this.#ask(form, request, { problem: 'foreign' });
  }

  /** A sign-in in place of the browser's earlier one; none if the password was changed meanwhile. */
  async #begin(context: CallContext, form: SentForm, identity: Identity) {
    const kept = form.cookies.get(signInCookie);
    const signIn = await this.#database.control.transaction(context, async (sql) => {
      const begun = await this.#browsers.begin(context, sql, identity);
      const earlier = begun && kept !== undefined ? await this.#browsers.find(context, sql, kept) : undefined;
      if (begun && earlier) {
        await this.#browsers.replace(context, sql, earlier, begun);
      }
      return begun;
    });
    const cookie = signIn && { name: signInCookie, value: signIn.secret, lifeSeconds: secondsOf(lives.session) };
    return signIn && cookie && { signIn, cookies: [cookie, this.#knownBrowsers.mark(form, identity)] };
  }

  /** Sends the browser back with a code, or asks for which of several users the code is to be. */
  async #goOn(
    context: CallContext,
    browser: BrowserRequest,
    request: AuthorizationRequest,
    signIn: BrowserSignIn,
    users: readonly OwnUser[],
    cookies: readonly NewCookie[],
  ): Promise<SignInAnswer> {
    const [user, ...others] = users;
    if (!user || others.length > 0) {
      const token = this.#formTokens.issue(browser, 'organisation', browser.search, signIn.id);
      const organisations = users.map(({ tenantId, organisationName: name }) => ({ tenantId, name }));
      const page = { ...questionOf(request, token.text), organisations };
      return { kind: 'question', page, cookies: [...token.cookies, ...cookies] };
    }
    const { redirectUri, codeChallenge, state } = request;
    const code = await this.#codes.give(context, this.#database.control, {
      ...{ userId: user.id, epoch: user.epoch, browserId: signIn.id, clientId: consoleClientId },
      ...{ redirectUri, codeChallenge },
    });
    const requester = { caller: browser.caller, clientId: consoleClientId, state: undefined, user };
    this.#events.signedIn(context, requester);
    return { kind: 'redirect', address: this.#addressOf(redirectUri, { code, state }), cookies };
  }

  async #signInOf(context: CallContext, { cookies }: BrowserRequest): Promise<BrowserSignIn | undefined> {
    const secret = cookies.get(signInCookie);
    return secret === undefined ? undefined : this.#browsers.use(context, this.#database.control, secret);
  }

  /** A tenant that the person is not in answers like a person without a tenant. */
  async #usersFor(context: CallContext, identityId: string, { tenantId }: AuthorizationRequest): Promise<OwnUser[]> {
    const users = await this.#identities.usersOf(context, this.#database.control, identityId);
    return users.filter((user) => tenantId === undefined || user.tenantId === tenantId);
  }

  #refuse(
    context: CallContext,
    form: SentForm,
    request: AuthorizationRequest,
    reason: SignInRefusal,
    shown: Partial<SignInQuestion>,
  ): SignInAnswer {
    this.#events.signInRefused(context, form.caller, reason);
    return this.#ask(form, request, shown);
  }

  #ask(browser: BrowserRequest, request: AuthorizationRequest, shown: Partial<SignInQuestion>): SignInAnswer {
    const { text, cookies } = this.#formTokens.issue(browser, 'sign-in', browser.search);
    return { kind: 'question', page: { ...questionOf(request, text), ...shown }, cookies };
  }

  #sendBack({ redirectUri, state, error, description }: RedirectedError): SignInAnswer {
    const address = this.#addressOf(redirectUri, { error, error_description: description, state });
    return { kind: 'redirect', address, cookies: [] };
  }

  /** Every answer names its issuer, so that no client takes it for another server's (RFC 9207). */
  #addressOf(redirectUri: string, parameters: Readonly<Record<string, string | undefined>>): string {
    const address = new URL(redirectUri);
    for (const [name, value] of Object.entries({ ...parameters, iss: this.#issuer })) {
      if (value !== undefined) {
        address.searchParams.append(name, value);
      }
    }
    return address.href;
  }
}

function emailOf({ fields }: SentForm): string {
  return fields.get('email')?.trim() ?? '';
}

function questionOf({ redirectUri, loginHint = '' }: AuthorizationRequest, formToken: string): SignInQuestion {
  const nothing = { organisations: undefined, problem: undefined, retryAfterSeconds: undefined };
  return { formToken, redirectUri, email: loginHint, ...nothing };
}
