/** One request as its caller saw it; `status` is missing where no answer came. */
export interface Attempt {
  readonly method: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly status?: number;
  readonly code?: string;
  readonly retryAfter?: string;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Every request of a siege, in the order of their ends. */
export class Attempts {
  readonly #all: Attempt[] = [];

  /** Sends, and gives the answer if one came. */
  async send<A extends Answer>(method: string, send: () => Promise<A>): Promise<A | undefined> {
    const startedAt = performance.now();
    const answer = await send().catch(() => undefined);
    this.#all.push({ method, startedAt, endedAt: performance.now(), ...(answer && told(answer)) });
    return answer;
  }

  /** Those that were under way at some time from the one to the other. */
  between(from: number, to: number): Attempt[] {
    return this.#all.filter(({ startedAt, endedAt }) => endedAt >= from && startedAt <= to);
  }

  /** Those that neither began nor ended between these times. */
  outside(from: number, to: number): Attempt[] {
    return this.#all.filter(({ startedAt, endedAt }) => endedAt < from || startedAt > to);
  }
}

export function isServed({ status }: Attempt): boolean {
  return status === 200 || status === 201;
}

/** The time that the given part of the attempts stays below, in milliseconds. */
export function percentile(attempts: readonly Attempt[], part: number): number {
  const times = attempts.map(({ startedAt, endedAt }) => endedAt - startedAt).toSorted((one, two) => one - two);
  return times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
}

function told({ status, headers, body }: Answer): Pick<Attempt, 'status' | 'code' | 'retryAfter'> {
  const code = status < 400 ? undefined : (body as { code?: string } | undefined)?.code;
  const retryAfter = headers.get('retry-after') ?? undefined;
  return { status, ...(code !== undefined && { code }), ...(retryAfter !== undefined && { retryAfter }) };
}
