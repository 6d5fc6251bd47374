import { STATUS_CODES } from 'node:http';
import type { ApiResult, FailureForm, OAuthProblem, Problem } from '@rapport/http-contract';
import type { ErrorCode } from '@rapport/kernel';

/** A failure that the proxy itself tells. The statuses 408 and 431 have no code of their own and are told as what they are: invalid. */
export interface Failure {
  readonly status: 400 | 408 | 431 | 503;
  readonly code: Extract<ErrorCode, 'validation_failed' | 'service_unavailable'>;
  readonly detail: string;
}

export const failures = {
  away: {
    status: 503,
    code: 'service_unavailable',
    detail: 'The service is away for the moment. Send the request again.',
  },
  noHost: { status: 400, code: 'validation_failed', detail: 'The header Host is missing.' },
  badHost: { status: 400, code: 'validation_failed', detail: 'The header Host is too long.' },
  noPath: { status: 400, code: 'validation_failed', detail: 'The target is no path.' },
  unreadable: { status: 400, code: 'validation_failed', detail: 'The request is not valid HTTP/1.1.' },
  slow: { status: 408, code: 'validation_failed', detail: 'The request did not arrive in time.' },
  longHead: {
    status: 431,
    code: 'validation_failed',
    detail: 'The target and the headers are longer than 16 KiB together.',
  },
} as const satisfies Record<string, Failure>;

/** Stands in the body of a failure where the proxy writes the path of the request. */
export const pathMark = '@path@';
/** Stands in the body of a failure where the proxy writes the trace id. */
export const traceMark = '@trace@';

export function contentTypeOf(form: FailureForm): string {
  return form === 'problem' ? 'application/problem+json' : 'application/json';
}

/** The body of the failure in the form in which the service at that path tells failures. */
export function bodyOf(failure: Failure, form: FailureForm): string {
  return JSON.stringify(bodies[form](failure));
}

const bodies: Record<FailureForm, (failure: Failure) => Problem | OAuthProblem | ApiResult<never>> = {
  apiResult,
  oauth: oauthProblem,
  problem,
};

function problem({ status, code, detail }: Failure): Problem {
  const title = STATUS_CODES[status] ?? '';
  return { type: 'about:blank', title, status, detail, instance: pathMark, code, traceId: traceMark };
}

function oauthProblem(failure: Failure): OAuthProblem {
  const { status, code, detail } = failure;
  const isAway = status === 503;
  return {
    error: isAway ? 'temporarily_unavailable' : 'invalid_request',
    error_description: detail,
    ...problem(failure),
    code: isAway ? code : 'invalid_request',
  };
}

function apiResult({ code, detail }: Failure): ApiResult<never> {
  return { isSuccess: false, data: null, message: detail, errorCode: code, errors: null, traceId: traceMark };
}
