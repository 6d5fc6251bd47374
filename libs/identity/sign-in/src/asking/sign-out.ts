import type { Database } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import type { BrowserSignIns, Sessions } from '@rapport/sessions';
import type { TokenEvents } from '@rapport/token-audit';
import { consoleClientId } from '../console-client.ts';
import { signInCookie, withoutCookie, type BrowserRequest, type NewCookie, type SentForm } from './browser-request.ts';
import type { FormToken, FormTokens } from './form-tokens.ts';

/** Ends the sign-in of a browser, with every session that came from it. */
export class SignOut {
  readonly #database: Database;
  readonly #browsers: BrowserSignIns;
  readonly #sessions: Sessions;
  readonly #formTokens: FormTokens;
  readonly #events: TokenEvents;

  constructor(
    database: Database,
    browsers: BrowserSignIns,
    sessions: Sessions,
    formTokens: FormTokens,
    events: TokenEvents,
  ) {
    this.#database = database;
    this.#browsers = browsers;
    this.#sessions = sessions;
    this.#formTokens = formTokens;
    this.#events = events;
  }

  ask(browser: BrowserRequest): FormToken {
    return this.#formTokens.issue(browser, 'sign-out');
  }

  /** The cookies that go; undefined for a foreign form. When it returns, no replica takes a token of the sessions. */
  async submit(context: CallContext, form: SentForm): Promise<readonly NewCookie[] | undefined> {
    if (!this.#formTokens.isOurs(form, 'sign-out')) {
      return undefined;
    }
    const secret = form.cookies.get(signInCookie);
    const signIn =
      secret === undefined ? undefined : await this.#browsers.find(context, this.#database.control, secret);
    if (signIn) {
      const users = await this.#database.control.transaction(context, (sql) =>
        this.#sessions.endOfBrowser(context, sql, signIn.id),
      );
      await this.#sessions.publish(context, users);
      this.#events.signedOut(context, { caller: form.caller, clientId: consoleClientId, state: undefined });
    }
    return [withoutCookie(signInCookie)];
  }
}
