/** A request that was refused, or that has no answer. */
export class Failure extends Error {
  /** 0 where no answer came. */
  readonly status: number;
  readonly code: string;
  /** From the path of a member to what is wrong there. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly traceId: string | undefined;
  readonly data: unknown;

  constructor(status: number, body: Refusal | undefined) {
    super(body?.message ?? body?.detail ?? sentenceOf(status));
    this.status = status;
    this.code = body?.errorCode ?? body?.code ?? '';
    this.errors = body?.errors ?? {};
    this.traceId = body?.traceId;
    this.data = body?.data;
  }
}

/** The members of a wrapper and of a problem that say what is wrong. */
export interface Refusal {
  readonly message?: string | null;
  readonly detail?: string;
  readonly errorCode?: string | null;
  readonly code?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>> | null;
  readonly traceId?: string;
  readonly data?: unknown;
}

export function isFailure(error: unknown, code?: string): error is Failure {
  return error instanceof Failure && (code === undefined || error.code === code);
}

/** A sentence about anything that went wrong. */
export function sentenceAbout(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong. Try again.';
}

function sentenceOf(status: number): string {
  return status === 0
    ? 'The service cannot be reached. What you typed is kept; try again when you are online.'
    : `The service answered ${status}. Try again in a moment.`;
}
