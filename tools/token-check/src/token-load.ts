import { setTimeout as delay } from 'node:timers/promises';
import type { Credentials } from '@rapport/testbed';

export interface TokenAttempt {
  readonly startedAt: number;
  readonly ms: number;
  /** The status of the answer; 0 where none came. */
  readonly status: number;
  readonly code: string | undefined;
  readonly token: string | undefined;
}

/** Asks for tokens at a steady rate, for one client after the other, and waits for no answer in between. */
export class TokenLoad {
  readonly attempts: TokenAttempt[] = [];
  readonly #baseUrl: string;
  readonly #clients: readonly Credentials[];
  readonly #underWay = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #pace: Promise<void>;

  constructor(baseUrl: string, clients: readonly Credentials[], perSecond: number) {
    this.#baseUrl = baseUrl;
    this.#clients = clients;
    this.#pace = this.#keepPace(perSecond);
  }

  async stop(): Promise<readonly TokenAttempt[]> {
    this.#stopping.abort();
    await this.#pace;
    await Promise.all(this.#underWay);
    return this.attempts;
  }

  /** The outcomes of requests that started at this time or later. */
  since(from: number): Outcomes {
    return new Outcomes(this.attempts.filter(({ startedAt }) => startedAt >= from));
  }

  async #keepPace(perSecond: number): Promise<void> {
    const from = performance.now();
    for (let sent = 0; !this.#stopping.signal.aborted; await delay(5)) {
      for (const due = ((performance.now() - from) / 1_000) * perSecond; sent < due; sent += 1) {
        const request = this.#ask(sent).finally(() => this.#underWay.delete(request));
        this.#underWay.add(request);
      }
    }
  }

  async #ask(number: number): Promise<void> {
    const client = this.#clients[number % this.#clients.length];
    const startedAt = performance.now();
    const { status, body } = await askForToken(this.#baseUrl, client);
    const ms = performance.now() - startedAt;
    this.attempts.push({ startedAt, ms, status, code: body?.code, token: body?.access_token });
  }
}

/** The outcomes of some of the requests. */
export class Outcomes {
  readonly #attempts: readonly TokenAttempt[];

  constructor(attempts: readonly TokenAttempt[]) {
    this.#attempts = attempts;
  }

  get count(): number {
    return this.#attempts.length;
  }

  get tokens(): string[] {
    return this.#attempts.flatMap(({ token }) => token ?? []);
  }

  /** The number of answers of each kind. */
  get kinds(): Record<string, number> {
    const kinds: Record<string, number> = {};
    for (const { status, code } of this.#attempts) {
      const kind = code === undefined ? String(status) : `${status} ${code}`;
      kinds[kind] = (kinds[kind] ?? 0) + 1;
    }
    return kinds;
  }
}

interface TokenBody {
  readonly code?: string;
  readonly access_token?: string;
}

/** One request for a token; status 0 where no answer came. */
export async function askForToken(
  baseUrl: string,
  client: Credentials | undefined,
): Promise<{ status: number; body: TokenBody | undefined }> {
  const form = {
    grant_type: 'client_credentials',
    client_id: client?.clientId ?? '',
    client_secret: client?.clientSecret ?? '',
  };
  try {
    const signal = AbortSignal.timeout(15_000);
    const answer = await fetch(`${baseUrl}/connect/token`, { method: 'POST', body: new URLSearchParams(form), signal });
    return { status: answer.status, body: (await answer.json()) as TokenBody };
  } catch {
    return { status: 0, body: undefined };
  }
}
