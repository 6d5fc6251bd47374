import { setTimeout as delay } from 'node:timers/promises';

/** The outcome of a request; no status where no answer came. */
export interface Answer {
  readonly status: number | undefined;
  readonly code: string | undefined;
}

export interface Sent extends Answer {
  readonly replica: string;
  readonly sentAt: number;
  readonly answeredAt: number;
}

/** Sends the same request to each replica, one after the other, until it is stopped. */
export class ReplicaLoad {
  readonly #ask: (replica: string) => Promise<Answer>;
  readonly #sent: Sent[] = [];
  readonly #workers: Promise<void>[];
  #isStopping = false;

  constructor(replicas: readonly string[], ask: (replica: string) => Promise<Answer>) {
    this.#ask = ask;
    this.#workers = replicas.map((replica) => this.#work(replica));
  }

  /** The requests to a replica, or to all, that were sent and answered within this time. */
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
      const answer = await this.#ask(replica).catch(() => ({ status: undefined, code: undefined }));
      this.#sent.push({ replica, sentAt, answeredAt: performance.now(), ...answer });
      await delay(pauseMs);
    }
  }
}

const pauseMs = 80;
