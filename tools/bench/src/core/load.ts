import { Pool } from 'undici';

export interface LoadRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A server under load and its requests. An answer with another status than the expected one ends the bench. */
export interface Target {
  readonly origin: string;
  readonly status: number;
  /** The request with this number; numbers go on from round to round. */
  readonly request: (number: number) => LoadRequest;
  /** Called with each answer, where a later request depends on it. */
  readonly answered?: (number: number, text: string) => void;
}

export interface LoadReport {
  readonly seconds: number;
  /** In milliseconds, one for each request. */
  readonly latencies: readonly number[];
}

/** Keeps this many requests under way until all are answered. */
export class ClosedLoop {
  readonly #target: Target;
  readonly #concurrency: number;
  readonly #pool: Pool;
  #sent = 0;

  constructor(target: Target, concurrency: number) {
    this.#target = target;
    this.#concurrency = concurrency;
    this.#pool = new Pool(target.origin, { connections: concurrency, pipelining: 1 });
  }

  async run(requests: number): Promise<LoadReport> {
    const end = this.#sent + requests;
    const latencies: number[] = [];
    const start = performance.now();
    const worker = async (): Promise<void> => {
      while (this.#sent < end) {
        latencies.push(await this.#ask(this.#sent++));
      }
    };
    await Promise.all(Array.from({ length: this.#concurrency }, worker));
    return { seconds: (performance.now() - start) / 1_000, latencies };
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }

  async #ask(number: number): Promise<number> {
    const { method, path, headers, body } = this.#target.request(number);
    const start = performance.now();
    const answer = await this.#pool.request({ method, path, headers: headers ?? {}, body: body ?? null });
    const text = await answer.body.text();
    if (answer.statusCode !== this.#target.status) {
      throw new Error(`${method} ${path} was answered with ${answer.statusCode}: ${text.slice(0, 500)}`);
    }
    this.#target.answered?.(number, text);
    return performance.now() - start;
  }
}
