import { AppError } from '@rapport/kernel';

/** What a limiter said to a request. */
export interface Allowance {
  readonly isTaken: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Until the units asked for are free again, or, when they were taken, until the oldest one leaves. */
  readonly waitMs: number;
  /** By which Redis knows a unit that was taken. */
  readonly receipt?: string | undefined;
}

/** The header lines that every limited answer carries. */
export function rateLimitHeaders(policy: string, allowance: Allowance): Record<string, string> {
  return {
    'ratelimit-policy': `"${policy}";q=${allowance.limit};w=60`,
    ratelimit: `"${policy}";r=${allowance.remaining};t=${waitSeconds(allowance)}`,
  };
}

/** The answer to whoever asked too often; whoever waits the seconds it names gets through. */
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
