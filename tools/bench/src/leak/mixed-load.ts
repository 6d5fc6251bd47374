import { Caller, closedLoop } from '@rapport/testbed';
import type { LeakTenant } from './leak-tenant.ts';
import { requestWithNumber } from './request-kinds.ts';

const concurrency = 32;
/** Long enough for a request to arrive and too short for its answer. */
const abortAfterMs = 1;

/** Requests of all kinds, and the numbers of their answers. */
export class MixedLoad {
  readonly #baseUrl: string;
  readonly #tenants: readonly LeakTenant[];
  readonly #outcomes = new Map<string, number>();
  readonly #unexpected = new Map<string, number>();
  #sent = 0;

  constructor(baseUrl: string, tenants: readonly LeakTenant[]) {
    this.#baseUrl = baseUrl;
    this.#tenants = tenants;
  }

  /** The requests that were answered with each status, or with none, counted. */
  get outcomes(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#outcomes].sort());
  }

  /** The answers with a status that must not come, counted by kind of request. */
  get unexpected(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#unexpected);
  }

  /** Goes on until this many requests were sent in all; gives the seconds that this took. */
  async runUpTo(total: number): Promise<number> {
    const caller = new Caller({ connections: concurrency });
    const start = performance.now();
    const count = total - this.#sent;
    await closedLoop(() => this.#send(caller, this.#sent++), { underWay: concurrency, count }).ended;
    await caller.close();
    return (performance.now() - start) / 1_000;
  }

  async #send(caller: Caller, number: number): Promise<void> {
    // Kinds follow in a fixed sequence. In each pass over it a tenant gets other kinds than in the pass before.
    const tenant = this.#tenants[Math.floor(Math.random() * this.#tenants.length)];
    if (!tenant) {
      throw new Error('There is no tenant to send for.');
    }
    const { kind, asked } = requestWithNumber(number, tenant);
    const { isAborted = false, statuses, seen, ...request } = asked;
    const signal = isAborted ? AbortSignal.timeout(abortAfterMs) : undefined;
    const { status, headers, text } = await caller.send({ origin: this.#baseUrl, ...request }, signal);
    if (status !== 0) {
      const { etag } = headers;
      seen?.({ status, etag: typeof etag === 'string' ? etag : undefined, text });
    }
    const outcome = status !== 0 ? String(status) : signal?.aborted ? 'aborted' : 'failed';
    count(this.#outcomes, outcome);
    if (!(status === 0 ? outcome === 'aborted' : statuses.includes(status))) {
      count(this.#unexpected, `${kind}: ${outcome}`);
    }
  }
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
