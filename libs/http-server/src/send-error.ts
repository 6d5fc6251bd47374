import { AppError } from '@rapport/kernel';
import { challengeOf } from './challenge.ts';
import type { Exchange } from './exchange.ts';
import type { ErrorRenderer } from './render-error.ts';
import { send } from './send-answer.ts';

/** What the caller is told: our own errors as they are, of anything else only that it happened. */
export function toldError(error: unknown): AppError {
  return error instanceof AppError
    ? error
    : new AppError('internal_error', 'Something went wrong on our side. Quote the traceId when you report it.', {
        cause: error,
      });
}

export function sendError(exchange: Exchange, error: AppError, render: ErrorRenderer): number {
  const { contentType, body } = render(error, exchange);
  const headers = [...exchange.answerHeaders, 'cache-control', 'no-store', 'content-type', contentType];
  const challenge = challengeOf(error, exchange);
  if (challenge !== undefined && error.headers['www-authenticate'] === undefined) {
    headers.push('www-authenticate', challenge);
  }
  for (const [name, value] of Object.entries(error.headers)) {
    headers.push(name, value);
  }
  return send(exchange, error.status, headers, JSON.stringify(body));
}
