import type { CallContext } from '@rapport/kernel';
import {
  HashQueueFull,
  type FollowedVerification,
  type SeenVerification,
  type VerificationLinks,
} from '@rapport/people';
import type { TokenEvents } from '@rapport/token-audit';
import { linkTextOf, type BrowserRequest, type NewCookie, type SentForm } from './browser-request.ts';
import type { FormTokens } from './form-tokens.ts';
import type { AskedAgain } from './sign-in.ts';

/** The answer to a browser that follows the link of a sign-up, or sends its form. */
export type VerificationAnswer =
  | { readonly kind: 'question'; readonly page: VerificationQuestion; readonly cookies: readonly NewCookie[] }
  | { readonly kind: 'done'; readonly verified: DoneVerification }
  | { readonly kind: 'gone' };

export type DoneVerification = Extract<FollowedVerification, { outcome: 'done' }>;

/** A page that asks for the password of the sign-up. */
export interface VerificationQuestion {
  readonly seen: SeenVerification;
  readonly formToken: string;
  readonly problem: AskedAgain | undefined;
  readonly retryAfterSeconds: number | undefined;
}

/** Verifies the addresses of sign-ups by links from mails. */
export class AddressVerification {
  readonly #links: VerificationLinks;
  readonly #formTokens: FormTokens;
  readonly #events: TokenEvents;

  constructor(links: VerificationLinks, formTokens: FormTokens, events: TokenEvents) {
    this.#links = links;
    this.#formTokens = formTokens;
    this.#events = events;
  }

  /** Changes nothing, because programs that look at mails open links too. */
  async open(context: CallContext, browser: BrowserRequest): Promise<VerificationAnswer> {
    const seen = await this.#links.see(context, linkTextOf(browser));
    return seen ? this.#ask(browser, seen) : gone;
  }

  /** A password that is wrong leaves the link good, until there were too many of them. */
  async submit(context: CallContext, form: SentForm): Promise<VerificationAnswer> {
    const seen = await this.#links.see(context, linkTextOf(form));
    if (!seen) {
      return gone;
    }
    if (!this.#formTokens.isOurs(form, 'verification', form.search)) {
      return this.#ask(form, seen, 'foreign');
    }
    try {
      return await this.#follow(context, form, seen);
    } catch (error) {
      if (error instanceof HashQueueFull) {
        return this.#ask(form, seen, 'busy', error.retryAfterSeconds);
      }
      throw error;
    }
  }

  async #follow(context: CallContext, form: SentForm, seen: SeenVerification): Promise<VerificationAnswer> {
    const password = form.fields.get('password') ?? '';
    const sent = { text: linkTextOf(form), password, address: form.caller.address };
    const followed = await this.#links.follow(context, sent);
    if (followed.outcome === 'wrong password') {
      this.#events.signInRefused(context, form.caller, 'wrong_pair');
      return this.#ask(form, seen, 'wrong');
    }
    return followed.outcome === 'done' ? { kind: 'done', verified: followed } : gone;
  }

  #ask(
    browser: BrowserRequest,
    seen: SeenVerification,
    problem?: VerificationQuestion['problem'],
    retryAfterSeconds?: number,
  ): VerificationAnswer {
    const { text, cookies } = this.#formTokens.issue(browser, 'verification', browser.search);
    return { kind: 'question', page: { seen, formToken: text, problem, retryAfterSeconds }, cookies };
  }
}

const gone = { kind: 'gone' } as const;
