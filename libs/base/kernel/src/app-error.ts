import { errorCodes, type ErrorCode } from './error-codes.ts';

/** From each JSON path (`address.countryCode`, `customFields[0].key`) to what is wrong there. */
export type FieldErrors = Record<string, string[]>;

export interface AppErrorDetails {
  /** The members of the request that are wrong, as the caller reads them. */
  errors?: FieldErrors;
  /** The headers of this answer, by their lower-case names. */
  headers?: Record<string, string>;
  /** Details that the answer tells beside the failure, where its form has a place for them. */
  data?: object;
  /** The error behind this one. It is logged, and the caller never sees it. */
  cause?: unknown;
}

/** A failure that the caller reads. The code decides the status; the message is the detail and says how to fix it. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly errors: FieldErrors | undefined;
  readonly headers: Record<string, string>;
  readonly data: object | undefined;

  constructor(code: ErrorCode, detail: string, details: AppErrorDetails = {}) {
    super(detail, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = errorCodes[code];
    this.errors = details.errors;
    this.headers = details.headers ?? {};
    this.data = details.data;
  }
}

/** The error with more headers for its answer. */
export function withHeaders(error: AppError, headers: Record<string, string>): AppError {
  const { code, message, errors, data } = error;
  const details = { headers: { ...error.headers, ...headers }, cause: error, ...(errors && { errors }) };
  return new AppError(code, message, data ? { ...details, data } : details);
}

/** A validation failure: every wrong member at once. */
export function validationFailed(errors: FieldErrors): AppError {
  return new AppError('validation_failed', whatIsWrong(errors), { errors });
}

/** A sentence that has the first of the wrong members, for those who read no more than that. */
export function whatIsWrong(errors: FieldErrors): string {
  const entries = Object.entries(errors);
  const first = entries.slice(0, 3).map(([path, messages]) => `${path}: ${messages.join(' ')}`);
  const rest = entries.length > first.length ? ' The rest is in errors.' : '';
  return `The request is not valid. ${first.join(' ')}${rest}`;
}

/** Something is away for the moment. The caller may try again after some seconds. */
export function serviceUnavailable(detail: string, retryAfterSeconds = 1, cause?: unknown): AppError {
  return new AppError('service_unavailable', detail, { headers: { 'retry-after': String(retryAfterSeconds) }, cause });
}
