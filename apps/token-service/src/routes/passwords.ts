import { implement, type PageAnswer } from '@rapport/http-contract';
import { onPage } from '@rapport/http-server/pages';
import { passwordPageContract } from '@rapport/public-contract';
import { foreignForm, type PasswordAnswer, type PasswordSetting } from '@rapport/sign-in';
import { forgottenPage, linkGonePage, passwordPage, passwordSetPage, resetSentPage } from '../pages/password-pages.ts';
import { withWait, type Browsers } from './browser.ts';
import type { TokenContext } from './tokens.ts';

export function passwordRoutes(browsers: Browsers, setting: PasswordSetting) {
  return implement(passwordPageContract)<TokenContext>({
    showPassword: onPage(async (context) =>
      answerTo(browsers, context, await setting.open(context, browsers.request(context))),
    ),
    setPassword: onPage(async (context, { body }) =>
      answerTo(browsers, context, await setting.submit(context, browsers.form(context, body))),
    ),
    showForgotten: onPage(async (context) => {
      const { text, cookies } = setting.askForAddress(browsers.request(context));
      return browsers.show(forgottenPage(text), 200, cookies);
    }),
    sendReset: onPage(async (context, { body }) => {
      if (await setting.sendReset(context, browsers.form(context, body))) {
        return browsers.show(resetSentPage());
      }
      const { text, cookies } = setting.askForAddress(browsers.request(context));
      return browsers.show(forgottenPage(text, [foreignForm]), 400, cookies);
    }),
  });
}

function answerTo(browsers: Browsers, { query }: TokenContext, answer: PasswordAnswer): PageAnswer {
  if (answer.kind === 'gone') {
    return browsers.show(linkGonePage(), 400);
  }
  if (answer.kind === 'done') {
    return browsers.show(passwordSetPage(answer.email), 200, answer.cookies);
  }
  const { problems, retryAfterSeconds, isBusy } = answer.page;
  const page = withWait(passwordPage(query, answer.page), retryAfterSeconds);
  return browsers.show(page, isBusy ? 503 : problems.length > 0 ? 400 : 200, answer.cookies);
}
