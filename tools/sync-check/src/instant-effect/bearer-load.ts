import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from '../actors/api.ts';

/** A request and what came of it; no status where no answer came. */
export interface Sent {
  readonly replica: string;
  readonly sentAt: number;
  readonly answeredAt: number;
  readonly status: number | undefined;
  readonly code: string | undefined;
}

/** Requests with one token, to each replica of the public API one after the other, until it is stopped. */
export class BearerLoad {
  readonly replicas: readonly string[];
  readonly #token: string;
  readonly #sent: Sent[] = [];
  readonly #workers: Promise<void>[];
  #isStopping = false;

  constructor(replicas: readonly string[], token: string) {
    this.replicas = replicas;
    this.#token = token;
    this.#workers = replicas.map((replica) => this.#work(replica));
  }

  /** What was sent to a replica, or to each, and answered in this time. */
  sentWithin(from: number, to: number, replica?: string): Sent[] {
    return this.#sent.filter(
      (one) => one.sentAt > from && one.answeredAt <= to && (replica === undefined || one.replica === replica),
    );
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#workers);
  }

  async #work(replica: string): Promise<void> {
    while (!this.#isStopping) {
      const sentAt = performance.now();
      const answer = await this.#read(replica).catch(() => ({ status: undefined, code: undefined }));
      this.#sent.push({ replica, sentAt, answeredAt: performance.now(), ...answer });
      await delay(pauseMs);
    }
  }

  async #read(replica: string): Promise<Pick<Sent, 'status' | 'code'>> {
    const headers = { authorization: `Bearer ${this.#token}` };
    const answer = await fetch(`${replica}/api/v1/customers?pageSize=1`, {
      headers,
      signal: AbortSignal.timeout(answerMs),
    });
    return { status: answer.status, code: codeOf(await answer.json()) };
  }
}

const pauseMs = 10;
const answerMs = 5_000;
