import { implement, type PageAnswer } from '@rapport/http-contract';
import { AppError } from '@rapport/kernel';
import { signInPageContract } from '@rapport/public-contract';
import type { BrowserRequest, NewCookie, SentForm, SignIn, SignInAnswer, SignOut } from '@rapport/sign-in';
import type { Cookies } from '../pages/cookies.ts';
import type { Page } from '../pages/page.ts';
import { problemPage } from '../pages/problem-page.ts';
import { organisationPage, signInPage } from '../pages/sign-in-pages.ts';
import { signedOutPage, signOutPage } from '../pages/sign-out-pages.ts';
import type { TokenContext } from './tokens.ts';

export interface PageServices {
  readonly signIn: SignIn;
  readonly signOut: SignOut;
  readonly cookies: Cookies;
}

export function pageRoutes({ signIn, signOut, cookies }: PageServices) {
  const browserOf = ({ caller, query: search, cookie }: TokenContext): BrowserRequest => ({
    caller,
    search,
    cookies: cookies.read(cookie),
  });
  const formOf = (context: TokenContext, pairs: readonly (readonly [string, string])[]): SentForm => ({
    ...browserOf(context),
    fields: singleFields(pairs),
  });
  const show = (shown: Page, status: PageAnswer['status'] = 200, changed: readonly NewCookie[] = []): PageAnswer => ({
    ...shown,
    status,
    cookies: changed.map((cookie) => cookies.write(cookie)),
  });
  const showSignIn = (search: string, answer: SignInAnswer): PageAnswer => {
    if (answer.kind === 'stranger') {
      return show(problemPage(answer.problem), 400);
    }
    if (answer.kind === 'redirect') {
      const headers = { location: answer.address, 'cache-control': 'no-store' };
      return { ...show({ body: '', headers }, 303, answer.cookies) };
    }
    const { problem, organisations, retryAfterSeconds } = answer.page;
    const { body, headers } = organisations ? organisationPage(search, answer.page) : signInPage(search, answer.page);
    const wait = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
    return show({ body, headers: { ...headers, ...wait } }, problem ? 400 : 200, answer.cookies);
  };
  return implement(signInPageContract)<TokenContext>({
    showSignIn: onPage(async (context) => showSignIn(context.query, await signIn.open(context, browserOf(context)))),
    signIn: onPage(async (context, { body }) =>
      showSignIn(context.query, await signIn.submit(context, formOf(context, body))),
    ),
    showSignOut: onPage(async (context) => {
      const { text, cookies: changed } = signOut.ask(browserOf(context));
      return show(signOutPage(text), 200, changed);
    }),
    signOut: onPage(async (context, { body }) => {
      const gone = await signOut.submit(context, formOf(context, body));
      if (gone) {
        return show(signedOutPage(), 200, gone);
      }
      const { text, cookies: changed } = signOut.ask(browserOf(context));
      return show(signOutPage(text, ['The form had run out. Press the button once more.']), 400, changed);
    }),
  });
}

type PageHandler<Request> = (context: TokenContext, request: Request) => Promise<PageAnswer>;

/** What cannot be done is said on a page too. */
function onPage<Request>(handler: PageHandler<Request>): PageHandler<Request> {
  return async (context, request) => {
    try {
      return await handler(context, request);
    } catch (error) {
      if (!(error instanceof AppError) || (error.status !== 400 && error.status !== 503)) {
        throw error;
      }
      const { body, headers } = problemPage(error.message);
      return { status: error.status, body, headers: { ...headers, ...error.headers }, cookies: [] };
    }
  };
}

/** A field that is there twice is no field of our forms. */
function singleFields(pairs: readonly (readonly [string, string])[]): ReadonlyMap<string, string> {
  const counts = Map.groupBy(pairs, ([name]) => name);
  return new Map(pairs.filter(([name]) => counts.get(name)?.length === 1));
}
