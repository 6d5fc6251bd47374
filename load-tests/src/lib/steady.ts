import type { Scenario } from 'k6/options';

export interface Steady {
  /** Iterations that begin in a second; each is one request, except where the script says more. */
  readonly rate: number;
  readonly seconds: number;
  /** Seconds from the beginning of the run. */
  readonly from?: number;
  /** How many requests may be under way, where it is another number than of the requests of a second. */
  readonly underWay?: number;
}

/** The same number of requests in every second, however long their answers take. */
export function steady({ rate, seconds, from = 0, underWay = Math.max(20, rate) }: Steady): Scenario {
  return {
    executor: 'constant-arrival-rate',
    rate,
    timeUnit: '1s',
    startTime: `${from}s`,
    duration: `${seconds}s`,
    preAllocatedVUs: underWay,
  };
}
