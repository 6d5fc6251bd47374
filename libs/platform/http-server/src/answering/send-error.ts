import { failureBody, failureMediaTypes, type FailureForm } from '@rapport/http-contract/failures';
import { AppError } from '@rapport/kernel';
import type { Exchange } from '../exchange.ts';
import { challengeOf } from './challenge.ts';
import { resultContentType } from './result-media-type.ts';
import { send } from './send-answer.ts';

/** An AppError as it is. Of any other error the caller learns only that it happened. */
export function appErrorOf(error: unknown): AppError {
  return error instanceof AppError
    ? error
    : new AppError('internal_error', 'Something went wrong on our side. Quote the traceId when you report it.', {
        cause: error,
      });
}

/** Writes a failure in the form that its address has, and returns the status. */
export function sendError(exchange: Exchange, error: AppError, form: FailureForm): number {
  const contentType = form === 'apiResult' ? resultContentType(exchange.header('accept')) : failureMediaTypes[form][0];
  const headers = [...exchange.answerHeaders, 'cache-control', 'no-store', 'content-type', contentType];
  const challenge = challengeOf(error, exchange);
  if (challenge !== undefined && error.headers['www-authenticate'] === undefined) {
    headers.push('www-authenticate', challenge);
  }
  for (const [name, value] of Object.entries(error.headers)) {
    headers.push(name, value);
  }
  const { code, status, message: detail, errors, data } = error;
  const { path: instance, trace } = exchange;
  const body = failureBody(form, { status, code, detail, errors, data, instance, traceId: trace.traceId });
  return send(exchange, status, headers, JSON.stringify(body));
}
