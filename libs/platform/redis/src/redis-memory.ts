import { times } from '@rapport/config';
import type { Metrics } from '@rapport/telemetry';
import type { RedisClientType } from 'redis';

/** Measures how full Redis is, also while its memory is used up and it answers nothing else. */
export class RedisMemory {
  readonly #client: RedisClientType;
  #usedBytes = 0;
  #maxBytes = 0;
  #isAsking = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(client: RedisClientType, metrics: Metrics) {
    this.#client = client;
    metrics.gauge({
      name: 'redis_memory_used_bytes',
      help: 'The memory that Redis uses, as it said last.',
      read: () => this.#usedBytes,
    });
    metrics.gauge({
      name: 'redis_memory_max_bytes',
      help: 'The memory that Redis may use, as it said last; 0 where it has no bound.',
      read: () => this.#maxBytes,
    });
  }

  start(): void {
    this.#client.on('ready', () => void this.#ask());
    this.#timer = setInterval(() => void this.#ask(), times.redisMemoryMs);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Asks one question at a time, so that none gather at a frozen Redis. */
  async #ask(): Promise<void> {
    if (this.#isAsking || !this.#client.isReady) {
      return;
    }
    this.#isAsking = true;
    try {
      const text = await this.#client.info('memory');
      this.#usedBytes = numberOf(text, 'used_memory');
      this.#maxBytes = numberOf(text, 'maxmemory');
    } catch {
      // The next call asks again.
    } finally {
      this.#isAsking = false;
    }
  }
}

function numberOf(text: string, name: string): number {
  return Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(text)?.[1] ?? 0);
}
