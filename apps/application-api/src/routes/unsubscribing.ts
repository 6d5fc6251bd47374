import { unsubscribePageContract } from '@rapport/application-contract';
import { implement, type PageAnswer } from '@rapport/http-contract';
import { onPage } from '@rapport/http-server/pages';
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
      const organisation = await unsubscribing.organisationOf(context, params.token);
      return organisation === undefined ? wrongLink(context, limiter) : { ...unsubscribePage(organisation), ...good };
    }),
    unsubscribe: onPage(async (context, { params }) => {
      const organisation = await unsubscribing.unsubscribe(context, params.token);
      return organisation === undefined ? wrongLink(context, limiter) : { ...unsubscribedPage(organisation), ...good };
    }),
  });
}

/** Good links are never held up: those of a whole campaign may be followed from one address. */
async function wrongLink(context: OpenContext, limiter: Limiter): Promise<PageAnswer> {
  const allowance = await limiter.take(context, `{${context.callerAddress}}:unsubscribe`, perAddressAndMinute);
  if (!allowance.isTaken) {
    throw rateLimited(allowance);
  }
  return { status: 400, ...wrongLinkPage(), cookies: [] };
}

const perAddressAndMinute = 100;
const good = { status: 200, cookies: [] } as const;
