import { implement, type PageAnswer } from '@rapport/http-contract';
import { onPage } from '@rapport/http-server/pages';
import { verificationPageContract } from '@rapport/public-contract';
import type { AddressVerification, VerificationAnswer } from '@rapport/sign-in';
import { verificationGonePage, verificationPage, verifiedPage } from '../pages/verification-pages.ts';
import { withWait, type Browsers } from './browser.ts';
import type { TokenContext } from './tokens.ts';

export function verificationRoutes(browsers: Browsers, verification: AddressVerification) {
  return implement(verificationPageContract)<TokenContext>({
    showVerification: onPage(async (context) =>
      answerTo(browsers, context, await verification.open(context, browsers.request(context))),
    ),
    verifyAddress: onPage(async (context, { body }) =>
      answerTo(browsers, context, await verification.submit(context, browsers.form(context, body))),
    ),
  });
}

function answerTo(browsers: Browsers, { query }: TokenContext, answer: VerificationAnswer): PageAnswer {
  if (answer.kind === 'gone') {
    return browsers.show(verificationGonePage(), 400);
  }
  if (answer.kind === 'done') {
    return browsers.show(verifiedPage(answer.verified));
  }
  const { problem, retryAfterSeconds } = answer.page;
  const page = withWait(verificationPage(query, answer.page), retryAfterSeconds);
  return browsers.show(page, problem === 'busy' ? 503 : problem ? 400 : 200, answer.cookies);
}
