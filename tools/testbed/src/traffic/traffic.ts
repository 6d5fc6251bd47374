import { Caller, type AskedRequest, type CallerPlan, type Ending } from './caller.ts';
import { closedLoop, openLoop, type Loop } from './loops.ts';

type Send<A extends AskedRequest> = (asked: A) => Promise<unknown>;

/** Requests that go on until they are stopped, and how each one ended. */
export class Traffic<A extends AskedRequest = AskedRequest> {
  readonly #caller: Caller;
  readonly #loops: readonly Loop[];
  readonly #underWay = new Set<Pick<Ending<A>, 'asked' | 'sentAt'>>();
  readonly #endings: Ending<A>[] = [];
  #stopped: Promise<void> | undefined;

  private constructor(plan: CallerPlan, begin: (send: Send<A>) => readonly Loop[]) {
    this.#caller = new Caller(plan);
    this.#loops = begin((asked) => this.#send(asked));
  }

  /** Each of these asks again when its last request has ended. */
  static repeat<A extends AskedRequest>(
    askers: readonly (() => A)[],
    { pauseMs, ...plan }: CallerPlan & { readonly pauseMs: number },
  ): Traffic<A> {
    return new Traffic<A>(plan, (send) => askers.map((ask) => closedLoop(() => send(ask()), { pauseMs })));
  }

  /** So many requests a second, whatever is under way. */
  static steady<A extends AskedRequest>(
    perSecond: number,
    ask: (number: number) => A,
    plan: CallerPlan = {},
  ): Traffic<A> {
    return new Traffic<A>(plan, (send) => [openLoop((number) => send(ask(number)), { perSecond })]);
  }

  get underWay(): readonly Pick<Ending<A>, 'asked' | 'sentAt'>[] {
    return [...this.#underWay];
  }

  /** The requests to an origin, or to all, that were sent and ended within this time. */
  within(from: number, to = Infinity, origin?: string): Ending<A>[] {
    return this.#endings.filter(
      ({ asked, sentAt, endedAt }) =>
        sentAt > from && endedAt <= to && (origin === undefined || asked.origin === origin),
    );
  }

  /** The endings since the last call, which are then forgotten. */
  take(): Ending<A>[] {
    return this.#endings.splice(0);
  }

  /** Ends with the last request. */
  stop(): Promise<void> {
    // A test stops its traffic, and what cleans up behind the test does so again.
    return (this.#stopped ??= this.#end());
  }

  async #end(): Promise<void> {
    await Promise.all(this.#loops.map((loop) => loop.stop()));
    await this.#caller.close();
  }

  async #send(asked: A): Promise<void> {
    const waiting = { asked, sentAt: performance.now() };
    this.#underWay.add(waiting);
    this.#endings.push(await this.#caller.send(asked).finally(() => this.#underWay.delete(waiting)));
  }
}
