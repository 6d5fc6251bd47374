import type { CallContext } from '@rapport/kernel';

export type RoundOutcome =
  /** All that was open when the round began is stamped. */
  | 'stamped'
  /** The round ended before that; another one goes on. */
  | 'left'
  /** The round met an error, and the sweeper goes on later. */
  | 'failed';

/** The caller for whom records are stamped. */
export interface FanOutCaller {
  readonly context: CallContext;
  /** The user whose write changed a name; null where the sweeper goes on with what other processes left. */
  readonly actorId: string | null;
  /** When the round makes room, in the time of `performance.now()`. The round of a write goes on to its end. */
  readonly endsAt: number;
}

/** One pass over everything that is open in a tenant. */
export class FanOutRound implements FanOutCaller {
  readonly context: CallContext;
  readonly actorId: string | null;
  readonly endsAt: number;
  readonly ended: Promise<RoundOutcome>;
  readonly end: (outcome: RoundOutcome) => void;

  constructor({ context, actorId, endsAt }: FanOutCaller) {
    const { promise, resolve } = Promise.withResolvers<RoundOutcome>();
    this.context = context;
    this.actorId = actorId;
    this.endsAt = endsAt;
    this.ended = promise;
    this.end = resolve;
  }

  /** Whether it is the sweeper's, for which no caller waits. */
  get isSweep(): boolean {
    return this.endsAt < Infinity;
  }
}
