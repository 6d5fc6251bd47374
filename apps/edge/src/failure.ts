import { randomBytes } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { ApiResult, FailureForm, OAuthProblem, Problem } from '@rapport/http-contract';
import type { ErrorCode } from '@rapport/kernel';
import { valueFor, type PathTable } from './path-table.ts';

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

export interface FailureAnswer {
  readonly traceId: string;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** The answer to a failure, in the form in which the target's service tells them, with a trace id that is drawn for it. */
export function failureAnswer(failure: Failure, target: string, forms: PathTable<FailureForm>): FailureAnswer {
  const form = valueFor(target, forms) ?? 'problem';
  const traceId = randomBytes(16).toString('hex');
  const { status } = failure;
  const body = JSON.stringify(bodies[form](failure, target.split('?', 1)[0] ?? target, traceId));
  return {
    traceId,
    status,
    body,
    headers: {
      'content-type': form === 'problem' ? 'application/problem+json' : 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'cache-control': 'no-store',
      traceresponse: `00-${traceId}-${randomBytes(8).toString('hex')}-00`,
      ...(status === 503 ? { 'retry-after': '1' } : {}),
    },
  };
}

type Body = (failure: Failure, instance: string, traceId: string) => Problem | OAuthProblem | ApiResult<never>;

const bodies: Record<FailureForm, Body> = { apiResult, oauth: oauthProblem, problem };

function problem({ status, code, detail }: Failure, instance: string, traceId: string): Problem {
  return { type: 'about:blank', title: STATUS_CODES[status] ?? '', status, detail, instance, code, traceId };
}

function oauthProblem(failure: Failure, instance: string, traceId: string): OAuthProblem {
  const { status, code, detail } = failure;
  const isAway = status === 503;
  return {
    error: isAway ? 'temporarily_unavailable' : 'invalid_request',
    error_description: detail,
    ...problem(failure, instance, traceId),
    code: isAway ? code : 'invalid_request',
  };
}

function apiResult({ code, detail }: Failure, _instance: string, traceId: string): ApiResult<never> {
  return { isSuccess: false, data: null, message: detail, errorCode: code, errors: null, traceId };
}
