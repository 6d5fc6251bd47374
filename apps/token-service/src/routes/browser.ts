import type { FormFields, PageAnswer } from '@rapport/http-contract';
import type { Page } from '@rapport/http-server/pages';
import type { BrowserRequest, NewCookie, SentForm } from '@rapport/sign-in';
import type { Cookies } from '../pages/cookies.ts';
import type { TokenContext } from './tokens.ts';

/** Pages hear from browsers by it, and answer them. */
export class Browsers {
  readonly #cookies: Cookies;

  constructor(cookies: Cookies) {
    this.#cookies = cookies;
  }

  request({ caller, query: search, cookie }: TokenContext): BrowserRequest {
    return { caller, search, cookies: this.#cookies.read(cookie) };
  }

  /** A field that is there twice is no field of our forms. */
  form(context: TokenContext, pairs: FormFields): SentForm {
    const fields = Map.groupBy(pairs, ([name]) => name);
    const single = pairs.filter(([name]) => fields.get(name)?.length === 1);
    return { ...this.request(context), fields: new Map(single) };
  }

  show(page: Page, status: PageAnswer['status'] = 200, changed: readonly NewCookie[] = []): PageAnswer {
    return { ...page, status, cookies: changed.map((cookie) => this.#cookies.write(cookie)) };
  }

  sendTo(address: string, changed: readonly NewCookie[]): PageAnswer {
    return this.show({ body: '', headers: { location: address, 'cache-control': 'no-store' } }, 303, changed);
  }
}

/** The page with the seconds after which a caller that was stopped may try again. */
export function withWait(page: Page, retryAfterSeconds: number | undefined): Page {
  return retryAfterSeconds === undefined
    ? page
    : { ...page, headers: { ...page.headers, 'retry-after': String(retryAfterSeconds) } };
}
