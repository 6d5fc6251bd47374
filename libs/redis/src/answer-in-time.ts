import { times } from '@rapport/config';
import type { Deadline } from './deadline.ts';
import { RedisAway } from './redis-away.ts';

export type Failure = 'deadline' | 'error';
type Failed = (reason: Failure, cause: unknown) => void;

/**
 * What Redis answers before the deadline; else the failure is a RedisAway, and `failed` is told of it first. One promise and one timer,
 * because every request comes by here. What arrives after the deadline is not told any more. For as long as this process itself was busy,
 * the command may not even have left it: that time is given once more.
 */
export function answerInTime(
  send: (answered: (answer: unknown) => void, refused: (error: unknown) => void) => void,
  deadline: Deadline,
  failed: Failed,
  atMostMs = Infinity,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const remainingMs = Math.min(deadline.remainingMs, atMostMs);
    let [isSettled, busyMs] = [false, 0];
    const settle = (): boolean => {
      const isFirst = !isSettled;
      isSettled = true;
      clearTimeout(timer);
      if (isFirst) {
        deadline.end(performance.now(), busyMs);
      }
      return isFirst;
    };
    const fail = (reason: Failure, away: RedisAway): void => {
      if (settle()) {
        failed(reason, away.cause ?? away);
        reject(away);
      }
    };
    const onDeadline = (): void => {
      const elapsedMs = performance.now() - began;
      const lateMs = elapsedMs - remainingMs;
      if (busyMs === 0 && lateMs > noticedMs) {
        busyMs = elapsedMs;
        timer = setTimeout(onDeadline, Math.min(lateMs, times.redisRequestMs, atMostMs));
      } else {
        // An answer that has come is read from its socket first, and counts.
        setImmediate(fail, 'deadline', new RedisAway('no answer in time'));
      }
    };
    deadline.begin(began);
    let timer = setTimeout(onDeadline, remainingMs);
    send(
      (answer) => {
        settle();
        resolve(answer);
      },
      (error) => fail('error', new RedisAway('the command failed', error)),
    );
  });
}

/** A timer that is later than this was held up by the process that set it. */
const noticedMs = 10;
