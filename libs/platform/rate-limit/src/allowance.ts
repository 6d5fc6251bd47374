import { AppError } from '@rapport/kernel';

/** A limiter's answer to a request. */
export interface Allowance {
  readonly isTaken: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Until the units that the request asked for are free again, or, when it took them, until the oldest one leaves. */
  readonly waitMs: number;
  /** The name under which Redis keeps a unit that was taken. */
  readonly receipt?: string | undefined;
}

/** The header lines that every limited answer carries. */
export function rateLimitHeaders(policy: string, allowance: Allowance): Record<string, string> {
  return {
    'ratelimit-policy': `"${policy}";q=${allowance.limit};w=60`,
    ratelimit: `"${policy}";r=${allowance.remaining};t=${waitSeconds(allowance)}`,
  };
}

/** The refusal of a caller that asked too often. A caller that waits for the seconds that it names gets through. */
export function rateLimited(allowance: Allowance): AppError {
  const seconds = waitSeconds(allowance);
  return new AppError(
    'rate_limited',
    `The limit of ${allowance.limit} requests in 60 seconds is used up; try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    { headers: { 'retry-after': String(seconds) } },
  );
}

function waitSeconds(allowance: Allowance): number {
  return Math.max(1, Math.ceil(allowance.waitMs / 1_000));
}
