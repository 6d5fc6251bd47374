import { times } from '@rapport/config';
import type { CallContext } from '@rapport/kernel';
import { inSpan, RecurringFailure, type Logger, type Metrics } from '@rapport/telemetry';
import { createClient, type RedisClientType } from 'redis';
import { answerInTime, type Failure } from './answer-in-time.ts';
import { Deadline } from './deadline.ts';
import { RedisMemory } from './redis-memory.ts';
import { RedisAway } from './redis-away.ts';
import type { Script } from './script.ts';

export interface RedisOptions {
  url: string;
  logger: Logger;
  metrics: Metrics;
}

/**
 * One connection to Redis that never makes a request wait: every call has a deadline. After a late answer the process
 * looks a second time. When that look has no answer either, or a command fails, a breaker answers every call at once,
 * while one probe a second finds out whether Redis is back. A probe writes, because a full Redis still reads.
 */
export class Redis {
  readonly #client: RedisClientType;
  readonly #logger: Logger;
  readonly #failure: RecurringFailure;
  readonly #countAway: (reason: string) => void;
  readonly #memory: RedisMemory;
  #isAway = true;
  #isProbing = false;
  /** When the answer of the second look must have come; 0 while there is none under way. */
  #suspectedUntil = 0;
  #probeTimer: NodeJS.Timeout | undefined;

  constructor({ url, logger, metrics }: RedisOptions) {
    this.#logger = logger;
    this.#failure = new RecurringFailure(logger);
    const away = metrics.counter({
      name: 'redis_away_total',
      help: 'Calls that went on without Redis, by reason.',
      labelNames: ['reason'],
    });
    this.#countAway = (reason) => away.inc({ reason });
    this.#client = createClient({
      url,
      // A user of few rights may not say which program it is.
      disableClientInfo: true,
      disableOfflineQueue: true,
      commandsQueueMaxLength: 10_000,
      // The client's own deadline ends when a command is sent, and costs more than the command; ours is in `run`.
      commandOptions: { timeout: 0 },
      pingInterval: 1_000,
      socket: {
        connectTimeout: 1_000,
        socketTimeout: 5_000,
        reconnectStrategy: (retries) => Math.min(50 * (retries + 1), 1_000),
      },
    });
    this.#memory = new RedisMemory(this.#client, metrics);
    this.#client.on('error', (error: Error) => {
      this.#countAway('connection');
      this.#leave('connection', error);
    });
    this.#client.on('ready', () => void this.#probe());
  }

  /** Begins to connect. The process starts also without Redis. */
  start(): void {
    void this.#client.connect().catch(() => undefined);
    this.#probeTimer = setInterval(() => void this.#probe(), times.redisProbeMs);
    this.#probeTimer.unref();
    void this.#probe();
    this.#memory.start();
  }

  get isAway(): boolean {
    return this.#isAway;
  }

  deadline(): Deadline {
    return new Deadline(times.redisRequestMs);
  }

  /** The answer of a script. It throws RedisAway when the deadline passes or Redis is known to be away. */
  async run(
    context: CallContext,
    script: Script,
    keys: string[],
    args: string[],
    deadline = this.deadline(),
  ): Promise<unknown> {
    const atMostMs = this.#suspectedUntil === 0 ? Infinity : this.#suspectedUntil - performance.now();
    if (this.#isAway || atMostMs <= 0) {
      this.#countAway('known');
      throw new RedisAway('it did not answer lately');
    }
    if (deadline.remainingMs <= 0) {
      this.#countAway('deadline');
      throw new RedisAway('the request has no time left for it');
    }
    const attributes = { 'db.system.name': 'redis', 'db.operation.name': script.name };
    return inSpan(context.trace, `redis ${script.name}`, attributes, () =>
      this.#evaluate(script, [String(keys.length), ...keys, ...args], deadline, atMostMs),
    );
  }

  async close(): Promise<void> {
    clearInterval(this.#probeTimer);
    this.#memory.stop();
    this.#client.destroy();
  }

  #evaluate(script: Script, tail: string[], deadline: Deadline, atMostMs: number): Promise<unknown> {
    return answerInTime(
      (answered, refused) => {
        this.#client.sendCommand(['EVALSHA', script.sha, ...tail]).then(answered, (error: unknown) => {
          if (isUnknownScript(error)) {
            this.#client.sendCommand(['EVAL', script.source, ...tail]).then(answered, refused);
          } else {
            refused(error);
          }
        });
      },
      deadline,
      this.#failed,
      atMostMs,
    );
  }

  readonly #failed = (reason: Failure, cause: unknown): void => {
    this.#countAway(reason);
    if (reason === 'error') {
      this.#leave(reason, cause);
    } else {
      void this.#askAgain(cause);
    }
  };

  /** One late answer proves nothing. Answers come in order, so the answer to a write shows whether Redis goes on. */
  async #askAgain(late: unknown): Promise<void> {
    if (this.#isAway || this.#suspectedUntil > 0) {
      return;
    }
    this.#suspectedUntil = performance.now() + times.redisSecondAnswerMs;
    const leave = (reason: string): void => this.#leave(reason, late);
    await answerInTime(
      (answered, refused) => void this.#write().then(answered, refused),
      new Deadline(times.redisSecondAnswerMs),
      leave,
      times.redisSecondAnswerMs,
    ).catch(() => undefined);
    this.#suspectedUntil = 0;
  }

  #leave(reason: string, cause: unknown): void {
    this.#isAway = true;
    this.#failure.warn({ reason, error: cause }, 'Redis is away; requests go on without it');
  }

  /** A probe asks again after a late answer: it shows that Redis lives, but not that Redis is of use to requests. */
  async #probe(): Promise<void> {
    if (this.#isProbing || !this.#isAway || !this.#client.isReady) {
      return;
    }
    this.#isProbing = true;
    try {
      let began: number;
      do {
        began = performance.now();
        await this.#write();
      } while (performance.now() - began > times.redisRequestMs);
      this.#isAway = false;
      this.#failure.over();
      this.#logger.info({}, 'Redis answers again');
    } catch (error) {
      this.#leave('probe', error);
    } finally {
      this.#isProbing = false;
    }
  }

  #write(): Promise<unknown> {
    return this.#client.sendCommand(['SET', probeKey, '1', 'PX', String(times.redisProbeMs)]);
  }
}

const probeKey = 'probe';

function isUnknownScript(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('NOSCRIPT');
}
