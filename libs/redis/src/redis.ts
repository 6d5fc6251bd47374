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
    return inSpan(
      context.trace,
      `redis ${script.name}`,
      { 'db.system.name': 'redis', 'db.operation.name': script.name },
      () => this.#withinDeadline(this.#evaluate(script, keys, args), deadline),
    );
  }

  async close(): Promise<void> {
    clearInterval(this.#probeTimer);
    this.#client.destroy();
  }

  async #evaluate(script: Script, keys: string[], args: string[]): Promise<unknown> {
    const tail = [String(keys.length), ...keys, ...args];
    try {
      return await this.#client.sendCommand(['EVALSHA', script.sha, ...tail]);
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('NOSCRIPT')) {
        return this.#client.sendCommand(['EVAL', script.source, ...tail]);
      }
      throw error;
    }
  }

  async #withinDeadline(answer: Promise<unknown>, deadline: Deadline): Promise<unknown> {
    const began = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      // An answer that came while this process was busy is read from its socket first, and counts.
      const giveUp = (): void => reject(new RedisAway('no answer in time'));
      timer = setTimeout(() => setImmediate(giveUp), deadline.remainingMs);
    });
    try {
      return await Promise.race([answer, late]);
    } catch (error) {
      answer.catch(() => undefined);
      this.#leave(error instanceof RedisAway ? 'deadline' : 'error', error);
      throw error instanceof RedisAway ? error : new RedisAway('the command failed', error);
    } finally {
      clearTimeout(timer);
      deadline.spend(performance.now() - began);
    }
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
