import { Agent } from 'undici';
import type { AskedRequest, LeakTenant } from './leak-tenant.ts';
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

  get sent(): number {
    return this.#sent;
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
    const agent = new Agent({ connections: concurrency, pipelining: 1 });
    const start = performance.now();
    const worker = async (): Promise<void> => {
      while (this.#sent < total) {
        await this.#send(agent, this.#sent++);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
    await agent.close();
    return (performance.now() - start) / 1_000;
  }

  async #send(agent: Agent, number: number): Promise<void> {
    // Kinds follow in a fixed sequence. In each pass over it a tenant gets other kinds than in the pass before.
    const tenant = this.#tenants[Math.floor(Math.random() * this.#tenants.length)];
    if (!tenant) {
      throw new Error('There is no tenant to send for.');
    }
    const { kind, asked } = requestWithNumber(number, tenant);
    const outcome = await ask(agent, { origin: this.#baseUrl, ...asked });
    count(this.#outcomes, String(outcome));
    const isExpected =
      outcome === 'aborted' ? asked.isAborted : outcome !== 'failed' && asked.statuses.includes(outcome);
    if (!isExpected) {
      count(this.#unexpected, `${kind}: ${outcome}`);
    }
  }
}

async function ask(
  agent: Agent,
  asked: AskedRequest & { readonly origin: string },
): Promise<number | 'aborted' | 'failed'> {
  const { origin, method, path, headers, body, isAborted, seen } = asked;
  const signal = isAborted ? AbortSignal.timeout(abortAfterMs) : null;
  try {
    const answer = await agent.request({ origin, method, path, headers, body: body ?? null, signal });
    const text = await answer.body.text();
    const { etag } = answer.headers;
    seen?.({ status: answer.statusCode, etag: typeof etag === 'string' ? etag : undefined, text });
    return answer.statusCode;
  } catch (error) {
    if (signal?.aborted) {
      return 'aborted';
    }
    if (isLost(error)) {
      return 'failed';
    }
    throw error;
  }
}

/** Whether the connection has failed, and not the bench. */
function isLost(error: unknown): boolean {
  return error instanceof Error && 'code' in error;
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
