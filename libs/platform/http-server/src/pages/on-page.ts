import type { PageAnswer } from '@rapport/http-contract';
import { AppError } from '@rapport/kernel';
import { problemPage } from './problem-page.ts';

/** A failure is said on a page too. */
export function onPage<Context, Request>(handler: PageHandler<Context, Request>): PageHandler<Context, Request> {
  return async (context, request) => {
    try {
      return await handler(context, request);
    } catch (error) {
      const status = error instanceof AppError ? shownStatuses.find((shown) => shown === error.status) : undefined;
      if (!(error instanceof AppError) || status === undefined) {
        throw error;
      }
      const { body, headers } = problemPage(error.message);
      return { status, body, headers: { ...headers, ...error.headers }, cookies: [] };
    }
  };
}

const shownStatuses = [400, 404, 429, 503] as const;

type PageHandler<Context, Request> = (context: Context, request: Request) => Promise<PageAnswer>;
