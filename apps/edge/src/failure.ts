import { edgeFailures, failureBody, failureMediaTypes, type FailureForm } from '@rapport/http-contract/failures';
import type { ErrorCode } from '@rapport/kernel';

/** A failure that the edge answers itself. 408 and 431 have no code of their own, so they are invalid requests. */
export interface Failure {
  readonly status: 400 | 503 | keyof typeof edgeFailures;
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
  slow: { status: 408, code: 'validation_failed', detail: edgeFailures[408] },
  longHead: {
    status: 431,
    code: 'validation_failed',
    detail: edgeFailures[431],
  },
} as const satisfies Record<string, Failure>;

/** Stands in the body of a failure where the proxy writes the path of the request. */
export const pathMark = '@path@';
/** Stands in the body of a failure where the proxy writes the trace id. */
export const traceMark = '@trace@';

export function contentTypeOf(form: FailureForm): string {
  return failureMediaTypes[form][0];
}

/** The body of the failure in the form of its path. OAuth has a code of its own for a request that is not valid. */
export function bodyOf({ status, code, detail }: Failure, form: FailureForm): string {
  const shown = form === 'oauth' && code === 'validation_failed' ? 'invalid_request' : code;
  return JSON.stringify(failureBody(form, { status, code: shown, detail, instance: pathMark, traceId: traceMark }));
}
