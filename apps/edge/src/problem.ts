import { randomBytes } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { ErrorCode } from '@rapport/kernel';

/** A failure of the edge's own. The statuses 408 and 431 have no code of their own and are told as what they are: invalid. */
export interface Failure {
  readonly status: 400 | 408 | 431 | 503;
  readonly code: Extract<ErrorCode, 'validation_failed' | 'service_unavailable'>;
  readonly detail: string;
}

export const unavailable: Failure = {
  status: 503,
  code: 'service_unavailable',
  detail: 'The service is away for the moment. Send the request again.',
};

export function invalid(detail: string, status: 400 | 408 | 431 = 400): Failure {
  return { status, code: 'validation_failed', detail };
}

export interface ProblemAnswer {
  readonly traceId: string;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** The answer to a failure, with a trace id that is drawn for it. OAuth clients get their members beside ours. */
export function problemAnswer(failure: Failure, target: string): ProblemAnswer {
  const traceId = randomBytes(16).toString('hex');
  const instance = target.split('?', 1)[0] ?? target;
  const oauth = instance.startsWith('/connect/');
  const { status, code, detail } = failure;
  const problem = { type: 'about:blank', title: STATUS_CODES[status], status, detail, instance, code, traceId };
  const error = status === 503 ? 'temporarily_unavailable' : 'invalid_request';
  const body = JSON.stringify(
    oauth ? { error, error_description: detail, ...problem, code: status === 503 ? code : error } : problem,
  );
  return {
    traceId,
    status,
    body,
    headers: {
      'content-type': oauth ? 'application/json' : 'application/problem+json',
      'content-length': String(Buffer.byteLength(body)),
      'cache-control': 'no-store',
      traceresponse: `00-${traceId}-${randomBytes(8).toString('hex')}-00`,
      ...(status === 503 ? { 'retry-after': '1' } : {}),
    },
  };
}
