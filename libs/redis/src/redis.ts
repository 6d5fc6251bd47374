import { times } from '@rapport/config';
import type { CallContext } from '@rapport/kernel';
import { inSpan, type Logger, type Metrics } from '@rapport/telemetry';
import { createClient, type RedisClientType } from 'redis';
import { Deadline } from './deadline.ts';
import { RedisAway } from './redis-away.ts';
import type { Script } from './script.ts';

export interface RedisOptions {
  url: string;
  logger: Logger;
  metrics: Metrics;
}

/**
 * One connection to Redis that never makes a request wait: every call has a deadline, and after the first failure a breaker answers at
 * once, while one probe a second finds out whether Redis is back.
 */
export class Redis {
  readonly #client: RedisClientType;
  readonly #logger: Logger;
  readonly #countAway: (reason: string) => void;
  #isAway = true;
  #isProbing = false;
  #probeTimer: NodeJS.Timeout | undefined;

  constructor({ url, logger, metrics }: RedisOptions) {
    this.#logger = logger;
    const away = metrics.counter({
      name: 'redis_away_total',
      help: 'Calls that went on without Redis, by reason.',
      labelNames: ['reason'],
    });
    this.#countAway = (reason) => away.inc({ reason });
    this.#client = createClient({
      url,
      disableOfflineQueue: true,
      commandsQueueMaxLength: 10_000,
      // The client's own deadline counts until a command is sent only, and costs more than the command; ours is in `run`.
      commandOptions: { timeout: 0 },
      pingInterval: 1_000,
      socket: {
        connectTimeout: 1_000,
        socketTimeout: 5_000,
        reconnectStrategy: (retries) => Math.min(50 * (retries + 1), 1_000),
      },
    });
    this.#client.on('error', (error: Error) => this.#leave('connection', error));
    this.#client.on('ready', () => void this.#probe());
  }

  /** Begins to connect. A Redis that is not there is no reason not to start. */
  start(): void {
    void this.#client.connect().catch(() => undefined);
    this.#probeTimer = setInterval(() => void this.#probe(), times.redisProbe);
    this.#probeTimer.unref();
    void this.#probe();
  }

  get isAway(): boolean {
    return this.#isAway;
  }

  deadline(): Deadline {
    return new Deadline(times.redisRequest);
  }

  /** Runs a script; throws RedisAway when the deadline passes or Redis is known to be away. */
  async run(
    context: CallContext,
    script: Script,
    keys: string[],
    args: string[],
    deadline = this.deadline(),
  ): Promise<unknown> {
    if (this.#isAway) {
      this.#countAway('known');
      throw new RedisAway('it did not answer lately');
    }
    const attributes = { 'db.system.name': 'redis', 'db.operation.name': script.name };
    return inSpan(context.trace, `redis ${script.name}`, attributes, () =>
      this.#evaluate(script, [String(keys.length), ...keys, ...args], deadline),
    );
  }

  async close(): Promise<void> {
    clearInterval(this.#probeTimer);
    this.#client.destroy();
  }

  /**
   * One promise and one timer, because every request comes by here. What arrives after the deadline is not told any more. For as long as
   * this process itself was busy, the command may not even have left it: that time is given once more.
   */
  #evaluate(script: Script, tail: string[], deadline: Deadline): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const began = performance.now();
      let [isSettled, busyMs] = [false, 0];
      const settle = (): boolean => {
        const isFirst = !isSettled;
        isSettled = true;
        clearTimeout(timer);
        if (isFirst) {
          deadline.spend(performance.now() - began - busyMs);
        }
        return isFirst;
      };
      const fail = (reason: string, cause: unknown, away: RedisAway): void => {
        if (settle()) {
          this.#leave(reason, cause);
          reject(away);
        }
      };
      const tooLate = (): void => {
        const late = new RedisAway('no answer in time');
        fail('deadline', late, late);
      };
      const { remainingMs } = deadline;
      const onDeadline = (): void => {
        const elapsedMs = performance.now() - began;
        const lateMs = elapsedMs - remainingMs;
        if (busyMs === 0 && lateMs > noticedMs) {
          busyMs = elapsedMs;
          timer = setTimeout(onDeadline, Math.min(lateMs, times.redisRequest));
        } else {
          // An answer that has come is read from its socket first, and counts.
          setImmediate(tooLate);
        }
      };
      let timer = setTimeout(onDeadline, remainingMs);
      const succeed = (answer: unknown): void => {
        settle();
        resolve(answer);
      };
      const giveUp = (error: unknown): void => fail('error', error, new RedisAway('the command failed', error));
      this.#client.sendCommand(['EVALSHA', script.sha, ...tail]).then(succeed, (error: unknown) => {
        if (isUnknownScript(error)) {
          this.#client.sendCommand(['EVAL', script.source, ...tail]).then(succeed, giveUp);
        } else {
          giveUp(error);
        }
      });
    });
  }

  #leave(reason: string, cause: unknown): void {
    this.#countAway(reason);
    if (!this.#isAway) {
      this.#isAway = true;
      this.#logger.warn({ reason, error: cause }, 'Redis is away; requests go on without it');
    }
  }

  async #probe(): Promise<void> {
    if (this.#isProbing || !this.#isAway || !this.#client.isReady) {
      return;
    }
    this.#isProbing = true;
    try {
      await this.#client.sendCommand(['PING']);
      this.#isAway = false;
      this.#logger.info({}, 'Redis answers again');
    } catch {
      // The next probe asks again.
    } finally {
      this.#isProbing = false;
    }
  }
}

/** A timer that is later than this was held up by the process that set it. */
const noticedMs = 10;

function isUnknownScript(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('NOSCRIPT');
}
