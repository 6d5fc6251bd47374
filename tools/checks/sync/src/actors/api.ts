import { setTimeout as delay } from 'node:timers/promises';
import { createClient, type Client } from '@rapport/http-contract/client';
import { publicContract, tokenContract } from '@rapport/public-contract';
import { codeOf, type Credentials } from '@rapport/testbed';
import type { Attempt, History } from '../history/history.ts';

export type Customers = Client<typeof publicContract>;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** The public API as one API client uses it; the history notes every request. */
export class Api {
  readonly credentials: Credentials;
  readonly #baseUrl: string;
  readonly #history: History;
  readonly #ending: AbortSignal;
  #token: Promise<string> | undefined;

  constructor(baseUrl: string, credentials: Credentials, history: History, ending: AbortSignal) {
    this.credentials = credentials;
    this.#baseUrl = baseUrl;
    this.#history = history;
    this.#ending = ending;
  }

  /** The operations; the client gives up a request that gets no answer in time. */
  get customers(): Customers {
    return createClient(publicContract, {
      baseUrl: this.#baseUrl,
      headers: async () => ({ authorization: `Bearer ${await this.token()}` }),
      fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(answerMs) }),
    });
  }

  /** Sends once, and gives the answer if one came. */
  async send<A extends Answer>(method: string, request: (customers: Customers) => Promise<A>): Promise<A | undefined> {
    const startedAt = performance.now();
    const answer = await request(this.customers).catch(() => undefined);
    this.#history.addAttempt({ method, startedAt, endedAt: performance.now(), ...(answer && outcomeOf(answer)) });
    if (answer?.status === 401) {
      this.#token = undefined;
    }
    return answer;
  }

  /** Sends until an answer is final, or until patience ends. */
  async persist<A extends Answer>(
    method: string,
    request: (customers: Customers) => Promise<A>,
    patienceMs = defaultPatienceMs,
  ): Promise<A | undefined> {
    for (const until = performance.now() + patienceMs; ;) {
      const answer = await this.send(method, request);
      if (answer !== undefined && isSettled(answer)) {
        return answer;
      }
      if (performance.now() > until || this.#ending.aborted) {
        return undefined;
      }
      await delay(retryMs);
    }
  }

  token(): Promise<string> {
    this.#token ??= this.#newToken().catch((error: unknown) => {
      this.#token = undefined;
      throw error;
    });
    return this.#token;
  }

  async #newToken(): Promise<string> {
    const { clientId, clientSecret } = this.credentials;
    const body = { grant_type: 'client_credentials' as const, client_id: clientId, client_secret: clientSecret };
    const answer = await createClient(tokenContract, {
      baseUrl: this.#baseUrl,
      fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(answerMs) }),
    }).issueToken({ body });
    if (answer.status !== 200) {
      throw new Error(`no token: ${JSON.stringify(answer.body)}`);
    }
    return answer.body.access_token;
  }
}

const answerMs = 15_000;
const defaultPatienceMs = 90_000;
const retryMs = 100;

/** Whether the answer is final: after any other, the outcome is open or a later request gets another answer. */
function isSettled({ status, body }: Answer): boolean {
  return status !== 503 && status !== 429 && status !== 401 && codeOf(body) !== 'idempotency_in_progress';
}

function outcomeOf({ status, headers, body }: Answer): Pick<Attempt, 'status' | 'code' | 'retryAfter'> {
  const code = status < 400 ? undefined : codeOf(body);
  const retryAfter = headers.get('retry-after') ?? undefined;
  return { status, ...(code !== undefined && { code }), ...(retryAfter !== undefined && { retryAfter }) };
}
