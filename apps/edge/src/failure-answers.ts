import type { HeaderOfEveryAnswer } from '@rapport/http-contract';
import type { FailureForm } from '@rapport/http-contract/failures';
import { bodyOf, contentTypeOf, failures, pathMark, traceMark, type Failure } from './failure.ts';

const traceId = '%[unique-id]';
const spanId = '%[uuid,regsub(-,,g),bytes(0,16)]';

/** The headers of every answer that the edge gives itself. */
export const headersOfEveryAnswer: Readonly<Record<HeaderOfEveryAnswer, string>> = {
  traceresponse: `00-${traceId}-${spanId}-00`,
};

/**
 * The answers of a backend where no process answered, and where a request is not fit for a process. A process that died
 * or was silent gives 503 too, in place of 502 and 504, because the caller can do the same about all three.
 */
export function failureAnswers(form: FailureForm): string[] {
  return [
    ...[502, 503, 504].map((status) => `  http-error status ${status} ${answer(failures.away, form)}`),
    `  http-error status 408 ${answer(failures.slow, form)}`,
    `  http-error status 400 ${answer(failures.unreadable, form)}`,
    '  http-after-response set-status 503 reason "Service Unavailable" if { status 502 504 }',
  ];
}

/** A host has at most 253 characters, and a port may follow. */
const hostBytesMax = 260;

/** Refusals of requests that HAProxy can read and that no service should get. */
export function refusals(form: FailureForm, headBytesMax: number): string[] {
  const refuse = (failure: Failure, condition: string): string =>
    `  http-request return status ${failure.status} ${answer(failure, form)} if ${condition}`;
  return [
    refuse(failures.longHead, `{ req.hdrs,length,add(txn.targetBytes) gt ${headBytesMax} }`),
    refuse(failures.badHost, `{ req.hdr(host),length gt ${hostBytesMax} }`),
    refuse(failures.noHost, '!HTTP_1.0 !{ req.hdr(host) -m found }'),
    refuse(failures.noPath, '!{ path -m found }'),
  ];
}

/** A service that cannot read a request as HTTP answers without a body: it knows neither the path nor the form. */
export function unreadAnswers(form: FailureForm): string[] {
  const bare = '!{ res.hdr(content-type) -m found }';
  return [
    `  http-response return status 431 ${answer(failures.longHead, form)} if { status 431 } ${bare}`,
    `  http-response return status 400 ${answer(failures.unreadable, form)} if { status 400 417 } ${bare}`,
  ];
}

function answer(failure: Failure, form: FailureForm): string {
  const body = bodyOf(failure, form)
    .replaceAll('%', '%%')
    .replaceAll(pathMark, '%[var(txn.path),json(utf8s)]')
    .replaceAll(traceMark, traceId);
  const headers = {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headersOfEveryAnswer,
    ...(failure.status === 503 ? { 'retry-after': '1' } : {}),
  };
  const lines = Object.entries(headers).map(([name, value]) => `hdr ${name} "${value}"`);
  return `content-type ${contentTypeOf(form)} lf-string '${body}' ${lines.join(' ')}`;
}
