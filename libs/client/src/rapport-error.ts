/** An error of the platform, or of this client, in its parts. */
export interface Failure {
  /** The code of the platform's problem, or one of this client: see `OwnCode`. */
  readonly code: string;
  /** The HTTP status; null where no answer came. */
  readonly status: number | null;
  readonly detail: string;
  /** From the place in the body, the parameter or the header to what is wrong there. */
  readonly errors?: Readonly<Record<string, readonly string[]>> | undefined;
  /** The id by which an operator of the platform finds the request. */
  readonly traceId?: string | null | undefined;
  /** The requests that were sent for the call, those for tokens apart. */
  readonly attempts?: number | undefined;
  /** Whether the write may have been made all the same. */
  readonly isOutcomeOpen?: boolean | undefined;
}

/**
 * The codes of failures that no answer of the platform names: `invalid_option` before any request, `no_answer`,
 * `unknown_answer` where something else answered, `aborted` by the caller's signal.
 */
export type OwnCode = 'invalid_option' | 'no_answer' | 'unknown_answer' | 'aborted';

const mark = Symbol.for('@rapport/client RapportError');

/** Every failure of a call. `instanceof` knows it from another copy of this package too. */
export class RapportError extends Error implements Failure {
  readonly [mark] = true;
  readonly code: string;
  readonly status: number | null;
  readonly detail: string;
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly traceId: string | null;
  readonly attempts: number;
  readonly isOutcomeOpen: boolean;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(`${failure.code}: ${failure.detail}`, options);
    this.name = 'RapportError';
    this.code = failure.code;
    this.status = failure.status;
    this.detail = failure.detail;
    this.errors = failure.errors ?? {};
    this.traceId = failure.traceId ?? null;
    this.attempts = failure.attempts ?? 0;
    this.isOutcomeOpen = failure.isOutcomeOpen ?? false;
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && mark in value;
  }
}

export function invalidOption(name: string, sentence: string): RapportError {
  return new RapportError({ code: 'invalid_option', status: null, detail: `${name} ${sentence}` });
}

/** The failure with what the call knows beside it. */
export function toldWith(error: RapportError, known: Partial<Failure>): RapportError {
  const { code, status, detail, errors, traceId, attempts, isOutcomeOpen } = error;
  return new RapportError(
    { code, status, detail, errors, traceId, attempts, isOutcomeOpen, ...known },
    { cause: error.cause },
  );
}
