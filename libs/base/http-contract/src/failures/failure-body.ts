import { STATUS_CODES } from 'node:http';
import type { ErrorCode, FieldErrors } from '@rapport/kernel';
import { resultMediaTypes, type ApiResult } from '../api-result.ts';
import { errorPage } from './error-page.ts';
import type { FailureForm } from './failure-form.ts';
import type { OAuthProblem, Problem } from './problem-shape.ts';

/** The parts of a failure that its caller reads, in every form alike. */
export interface Failure {
  readonly status: number;
  readonly code: ErrorCode;
  readonly detail: string;
  readonly errors?: FieldErrors | undefined;
  /** Only the wrapper of the application API has a place for it. */
  readonly data?: object | undefined;
  /** The path of the request. */
  readonly instance: string;
  readonly traceId: string;
}

export type FailureBody = Problem | OAuthProblem | ApiResult<object>;

/** The media types of failures, the one by default first. Strict clients of OAuth read `application/json` alone. */
export const failureMediaTypes = {
  apiResult: resultMediaTypes,
  oauth: ['application/json'],
  problem: ['application/problem+json'],
} as const satisfies Record<FailureForm, readonly string[]>;

export function failureBody(form: FailureForm, failure: Failure): FailureBody {
  return bodies[form](failure);
}

const bodies: Record<FailureForm, (failure: Failure) => FailureBody> = {
  apiResult: apiResultBody,
  oauth: oauthBody,
  problem: problemBody,
};

function problemBody({ status, code, detail, errors, instance, traceId }: Failure): Problem {
  const title = STATUS_CODES[status] ?? 'Error';
  const help = errorPage(code);
  return { type: 'about:blank', title, status, detail, instance, code, help, traceId, ...(errors ? { errors } : {}) };
}

function oauthBody(failure: Failure): OAuthProblem {
  return {
    error: oauthErrors[failure.code] ?? 'invalid_request',
    error_description: inAscii(failure.detail),
    error_uri: errorPage(failure.code),
    ...problemBody(failure),
  };
}

function apiResultBody({ code, detail, errors, data, traceId }: Failure): ApiResult<object> {
  return { isSuccess: false, data: data ?? null, message: detail, errorCode: code, errors: errors ?? null, traceId };
}

/** The error of OAuth for a code. A code that is not here is an invalid request. */
const oauthErrors: Partial<Record<ErrorCode, string>> = {
  invalid_client: 'invalid_client',
  invalid_grant: 'invalid_grant',
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
