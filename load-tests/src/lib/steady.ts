import type { Scenario } from 'k6/options';

export interface Steady {
  /** Iterations that begin in a second; each is one request, except where the script says more. */
  readonly rate: number;
  readonly seconds: number;
  /** Seconds from the beginning of the run. */
  readonly from?: number;
  /** The most requests under way, where they are not as many as the requests of a second. */
  readonly underWay?: number;
}

/** A constant number of requests in every second, however long their answers take. */
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
