import { lives, type CallContext } from '@rapport/kernel';
import { HashQueueFull, type PasswordLinks, type SeenLink } from '@rapport/people';
import type { TokenEvents } from '@rapport/token-audit';
import type { Attempt, Guessing } from '../guessing/guessing.ts';
import type { ResetLimit } from '../guessing/reset-limit.ts';
import { linkTextOf, type BrowserRequest, type NewCookie, type SentForm } from './browser-request.ts';
import { foreignForm, type FormToken, type FormTokens } from './form-tokens.ts';
import type { KnownBrowsers } from './known-browsers.ts';

/** The answer to a browser that follows a link, or sends its form. */
export type PasswordAnswer =
  | { readonly kind: 'question'; readonly page: PasswordQuestion; readonly cookies: readonly NewCookie[] }
  | { readonly kind: 'done'; readonly email: string; readonly cookies: readonly NewCookie[] }
  | { readonly kind: 'gone' };

/** A page that asks for a new password, or for the one that the address has. */
export interface PasswordQuestion {
  readonly link: SeenLink;
  readonly formToken: string;
  readonly problems: readonly string[];
  readonly retryAfterSeconds: number | undefined;
  /** Whether the password was not looked at because too many others wait. */
  readonly isBusy: boolean;
}

/** Sets passwords by links from mails, and sends such links. */
export class PasswordSetting {
  readonly #links: PasswordLinks;
  readonly #guessing: Guessing;
  readonly #resets: ResetLimit;
  readonly #formTokens: FormTokens;
  readonly #knownBrowsers: KnownBrowsers;
  readonly #events: TokenEvents;

  constructor(
    links: PasswordLinks,
    guessing: Guessing,
    resets: ResetLimit,
    formTokens: FormTokens,
    knownBrowsers: KnownBrowsers,
    events: TokenEvents,
  ) {
    this.#links = links;
    this.#guessing = guessing;
    this.#resets = resets;
    this.#formTokens = formTokens;
    this.#knownBrowsers = knownBrowsers;
    this.#events = events;
  }

  /** Changes nothing, because programs that look at mails open links too. */
  async open(context: CallContext, browser: BrowserRequest): Promise<PasswordAnswer> {
    const link = await this.#links.see(context, linkTextOf(browser));
    return link ? this.#ask(browser, link, []) : gone;
  }

  /** Follows the link. A password that is refused leaves the link good. */
  async submit(context: CallContext, form: SentForm): Promise<PasswordAnswer> {
    const link = await this.#links.see(context, linkTextOf(form));
    if (!link) {
      return gone;
    }
    if (!this.#formTokens.isOurs(form, 'password', form.search)) {
      return this.#ask(form, link, [foreignForm]);
    }
    try {
      return await (link.asksFor === 'existing password'
        ? this.#prove(context, form, link)
        : this.#follow(context, form, link));
    } catch (error) {
      if (error instanceof HashQueueFull) {
        const { message, retryAfterSeconds } = error;
        return this.#ask(form, link, [message], { retryAfterSeconds, isBusy: true });
      }
      throw error;
    }
  }

  askForAddress(browser: BrowserRequest): FormToken {
    return this.#formTokens.issue(browser, 'forgotten password');
  }

  /** False for a foreign form. The caller learns nothing of the address, nor of the limit. */
  async sendReset(context: CallContext, form: SentForm): Promise<boolean> {
    if (!this.#formTokens.isOurs(form, 'forgotten password')) {
      return false;
    }
    const email = form.fields.get('email')?.trim() ?? '';
    if (await this.#resets.allows(context, form.caller.address, email)) {
      await this.#links.requestReset(context, email);
    }
    return true;
  }

  /** The password of an address can be guessed here as at a sign-in, so it counts as one. */
  async #prove(context: CallContext, form: SentForm, link: SeenLink): Promise<PasswordAnswer> {
    const attempt = await this.#guessing.begin(context, { address: form.caller.address, email: link.email });
    if (attempt.stop) {
      const { reason, retryAfterSeconds } = attempt.stop;
      this.#events.signInRefused(context, form.caller, reason);
      return this.#ask(form, link, [wrongPassword], { retryAfterSeconds });
    }
    try {
      return await this.#follow(context, form, link, attempt);
    } catch (error) {
      await attempt.dropped();
      throw error;
    }
  }

  async #follow(context: CallContext, form: SentForm, link: SeenLink, attempt?: Attempt): Promise<PasswordAnswer> {
    const { address } = form.caller;
    const sent = { text: linkTextOf(form), password: form.fields.get('password') ?? '', address };
    const followed = await this.#links.follow(context, sent);
    if (followed.outcome === 'wrong password') {
      await attempt?.failed();
      this.#events.signInRefused(context, form.caller, 'wrong_pair');
      return this.#ask(form, link, [wrongPassword]);
    }
    await (followed.outcome === 'done' ? attempt?.succeeded({ isVerified: true }) : attempt?.dropped());
    if (followed.outcome === 'refused') {
      return this.#ask(form, link, followed.problems);
    }
    if (followed.outcome === 'gone') {
      return gone;
    }
    // The person has proved the address, so no attack on it keeps this browser out.
    return { kind: 'done', email: followed.email, cookies: [this.#knownBrowsers.mark(form, followed.identity)] };
  }

  #ask(
    browser: BrowserRequest,
    link: SeenLink,
    problems: readonly string[],
    { retryAfterSeconds, isBusy = false }: Partial<Pick<PasswordQuestion, 'retryAfterSeconds' | 'isBusy'>> = {},
  ): PasswordAnswer {
    const { text, cookies } = this.#formTokens.issue(browser, 'password', browser.search);
    return { kind: 'question', page: { link, formToken: text, problems, retryAfterSeconds, isBusy }, cookies };
  }
}

const gone = { kind: 'gone' } as const;
const wrongPassword = `This is not the password of the address, or there were too many attempts. Check it, or try again in ${lives.guess}.`;
