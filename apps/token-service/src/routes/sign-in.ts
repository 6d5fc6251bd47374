import { implement, type PageAnswer } from '@rapport/http-contract';
import { onPage, problemPage } from '@rapport/http-server/pages';
import { signInPageContract } from '@rapport/public-contract';
import type { SignIn, SignInAnswer, SignOut } from '@rapport/sign-in';
import { organisationPage, signInPage } from '../pages/sign-in-pages.ts';
import { signedOutPage, signOutPage } from '../pages/sign-out-pages.ts';
import { withWait, type Browsers } from './browser.ts';
import type { TokenContext } from './tokens.ts';

export function signInRoutes(browsers: Browsers, signIn: SignIn, signOut: SignOut) {
  return implement(signInPageContract)<TokenContext>({
    showSignIn: onPage(async (context) =>
      answerTo(browsers, context, await signIn.open(context, browsers.request(context))),
    ),
    signIn: onPage(async (context, { body }) =>
      answerTo(browsers, context, await signIn.submit(context, browsers.form(context, body))),
    ),
    showSignOut: onPage(async (context) => {
      const { text, cookies } = signOut.ask(browsers.request(context));
      return browsers.show(signOutPage(text), 200, cookies);
    }),
    signOut: onPage(async (context, { body }) => {
      const gone = await signOut.submit(context, browsers.form(context, body));
      if (gone) {
        return browsers.show(signedOutPage(), 200, gone);
      }
      const { text, cookies } = signOut.ask(browsers.request(context));
      return browsers.show(signOutPage(text, ['The form had run out. Press the button once more.']), 400, cookies);
    }),
  });
}

function answerTo(browsers: Browsers, { query }: TokenContext, answer: SignInAnswer): PageAnswer {
  if (answer.kind === 'stranger') {
    return browsers.show(problemPage(answer.problem), 400);
  }
  if (answer.kind === 'redirect') {
    return browsers.sendTo(answer.address, answer.cookies);
  }
  const { problem, organisations, retryAfterSeconds } = answer.page;
  const page = organisations ? organisationPage(query, answer.page) : signInPage(query, answer.page);
  const status = problem === 'busy' ? 503 : problem ? 400 : 200;
  return browsers.show(withWait(page, retryAfterSeconds), status, answer.cookies);
}
