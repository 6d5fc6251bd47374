import { unsubscribePageContract } from '@rapport/application-contract';
import { implement, type PageAnswer } from '@rapport/http-contract';
import { onPage, type Page } from '@rapport/http-server/pages';
import type { CallContext } from '@rapport/kernel';
import type { Unsubscribing } from '@rapport/marketing-email';
import { rateLimited, type Limiter } from '@rapport/rate-limit';
import { unsubscribedPage, unsubscribePage, wrongLinkPage } from '../pages/unsubscribe-pages.ts';

/** A call whose caller shows no token. */
export interface OpenContext extends CallContext {
  /** The address of the caller, as limits count it. */
  readonly callerAddress: string;
}

export function unsubscribeRoutes(unsubscribing: Unsubscribing, limiter: Limiter) {
  return implement(unsubscribePageContract)<OpenContext>({
    showUnsubscribe: onPage(async (context, { params }) => {
      await takeUnit(context, limiter);
      return answerTo(await unsubscribing.organisationOf(context, params.token), unsubscribePage);
    }),
    unsubscribe: onPage(async (context, { params }) => {
      await takeUnit(context, limiter);
      return answerTo(await unsubscribing.unsubscribe(context, params.token), unsubscribedPage);
    }),
  });
}

async function takeUnit(context: OpenContext, limiter: Limiter): Promise<void> {
  const allowance = await limiter.take(context, `{${context.callerAddress}}:unsubscribe`, perAddressAndMinute);
  if (!allowance.isTaken) {
    throw rateLimited(allowance);
  }
}

const perAddressAndMinute = 100;

function answerTo(organisation: string | undefined, shown: (organisation: string) => Page): PageAnswer {
  return organisation === undefined
    ? { status: 400, ...wrongLinkPage(), cookies: [] }
    : { status: 200, ...shown(organisation), cookies: [] };
}
