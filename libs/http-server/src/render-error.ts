import { STATUS_CODES } from 'node:http';
import type { ApiResult, OAuthProblem, Problem } from '@rapport/http-contract';
import type { AppError, ErrorCode } from '@rapport/kernel';
import type { Exchange } from './exchange.ts';
import { resultMediaType } from './result-media-type.ts';

export interface RenderedError {
  readonly contentType: string;
  readonly body: Problem | ApiResult<never>;
}

/** How a failure is told to the caller. */
export type ErrorRenderer = (error: AppError, exchange: Exchange) => RenderedError;

export const problemDetails: ErrorRenderer = (error, exchange) => ({
  contentType: 'application/problem+json',
  body: problemOf(error, exchange),
});

/** Strict clients of OAuth read `application/json` alone, and look for its two members. */
export const oauthErrors: ErrorRenderer = (error, exchange) => {
  const body: OAuthProblem = {
    error: oauthNames[error.code] ?? 'invalid_request',
    error_description: inAscii(error.message),
    ...problemOf(error, exchange),
  };
  return { contentType: 'application/json', body };
};

/** The application API wraps failures as it wraps its data. */
export const apiResults: ErrorRenderer = (error, exchange) => ({
  contentType: resultMediaType(exchange.header('accept')),
  body: {
    isSuccess: false,
    data: null,
    message: error.message,
    errorCode: error.code,
    errors: error.errors ?? null,
    traceId: exchange.trace.traceId,
  },
});

function problemOf(error: AppError, exchange: Exchange): Problem {
  return {
    type: 'about:blank',
    title: STATUS_CODES[error.status] ?? 'Error',
    status: error.status,
    detail: error.message,
    instance: exchange.path,
    code: error.code,
    traceId: exchange.trace.traceId,
    ...(error.errors ? { errors: error.errors } : {}),
  };
}

/** The errors of OAuth that a code stands for; whatever else is wrong is wrong with the request. */
const oauthNames: Partial<Record<ErrorCode, string>> = {
  invalid_client: 'invalid_client',
  invalid_scope: 'invalid_scope',
  unauthorized_client: 'unauthorized_client',
  unsupported_grant_type: 'unsupported_grant_type',
  rate_limited: 'temporarily_unavailable',
  service_unavailable: 'temporarily_unavailable',
  internal_error: 'server_error',
};

/** RFC 6749 allows ASCII without quotation marks and backslashes here. */
function inAscii(text: string): string {
  return text.replaceAll('"', "'").replace(/[^\x20-\x5b\x5d-\x7e]/g, '?');
}
