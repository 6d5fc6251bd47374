import type { ReceivedEvent } from './event-bus.ts';
import type { KafkaMember } from './kafka-member.ts';

/**
 * Gathers the offsets that are done with and commits them some at a time: a commit for each small batch would cost the
 * broker more than the events do.
 */
export class OffsetCommits {
  readonly #member: KafkaMember;
  readonly #delayMs: number;
  readonly #onFailure: (error: unknown) => void;
  readonly #noted = new Map<number, bigint>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #running: Promise<void> = Promise.resolve();

  constructor(member: KafkaMember, delayMs: number, onFailure: (error: unknown) => void) {
    this.#member = member;
    this.#delayMs = delayMs;
    this.#onFailure = onFailure;
  }

  note(events: readonly ReceivedEvent[]): void {
    for (const { partition, offset } of events) {
      this.#noted.set(partition, offset + 1n);
    }
    this.#schedule();
  }

  /** Commits all that is noted. What the brokers refuse is noted still; never rejects. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#running = this.#running.then(() => this.#commit());
    return this.#running;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#noted.clear();
  }

  #schedule(): void {
    if (this.#isClosed) {
      return;
    }
    this.#timer ??= setTimeout(() => void this.flush(), this.#delayMs);
  }

  async #commit(): Promise<void> {
    // A partition that went to another member is read there from what was committed before.
    const ours = new Set(this.#member.partitions);
    const offsets = new Map([...this.#noted].filter(([partition]) => ours.has(partition)));
    this.#noted.clear();
    if (offsets.size === 0) {
      return;
    }
    try {
      await this.#member.commit(offsets);
    } catch (error) {
      for (const [partition, offset] of offsets) {
        this.#noted.set(partition, this.#noted.get(partition) ?? offset);
      }
      this.#schedule();
      this.#onFailure(error);
    }
  }
}
