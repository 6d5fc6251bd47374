import { Caller, closedLoop, type LoadRequest } from '@rapport/testbed';

/** A server under load and its requests. An answer with another status than the expected one ends the bench. */
export interface Target {
  readonly origin: string;
  readonly status: number;
  /** The request with this number; numbers go on from round to round. */
  readonly request: (number: number) => LoadRequest;
}

export interface LoadReport {
  readonly seconds: number;
  /** In milliseconds, one for each request. */
  readonly latencies: readonly number[];
}

/** Keeps this many requests to a server under way, round after round, on the same connections. */
export class RoundsOfLoad {
  readonly #target: Target;
  readonly #concurrency: number;
  readonly #caller: Caller;
  #sent = 0;

  constructor(target: Target, concurrency: number) {
    this.#target = target;
    this.#concurrency = concurrency;
    this.#caller = new Caller({ connections: concurrency });
  }

  async run(requests: number): Promise<LoadReport> {
    const { origin, status, request } = this.#target;
    const latencies: number[] = [];
    const ask = async (): Promise<void> => {
      const { sentAt, endedAt } = await this.#caller.expect({ origin, ...request(this.#sent++) }, status);
      latencies.push(endedAt - sentAt);
    };
    const start = performance.now();
    await closedLoop(ask, { underWay: this.#concurrency, count: requests }).ended;
    return { seconds: (performance.now() - start) / 1_000, latencies };
  }

  close(): Promise<void> {
    return this.#caller.close();
  }
}
