import { times } from '@rapport/config';
import type { ReceivedEvent } from '../event-bus.ts';
import type { GroupMember } from './group-member.ts';

/**
 * Gathers the offsets of handled events and commits many at a time. A commit for each small batch would cost the broker
 * more than the events do.
 */
export class OffsetCommits {
  readonly #member: GroupMember;
  readonly #onFailure: (error: unknown) => void;
  readonly #noted = new Map<number, bigint>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #running: Promise<void> = Promise.resolve();

  constructor(member: GroupMember, onFailure: (error: unknown) => void) {
    this.#member = member;
    this.#onFailure = onFailure;
  }

  note(events: readonly ReceivedEvent[]): void {
    for (const { partition, offset } of events) {
      this.#noted.set(partition, offset + 1n);
    }
    this.#schedule();
  }

  /** Commits the noted offsets, and never rejects. Offsets that the brokers refuse stay noted. */
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
    this.#timer ??= setTimeout(() => void this.flush(), times.kafkaCommitMs);
  }

  async #commit(): Promise<void> {
    // The member that took over a partition reads it from the offset that was committed before.
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
