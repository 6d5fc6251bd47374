import { times } from '@rapport/config';
import type { Deadline } from './deadline.ts';
import { RedisAway } from './redis-away.ts';

export type Failure = 'deadline' | 'error';
type Failed = (reason: Failure, cause: unknown) => void;

/**
 * The answer of Redis before the deadline. Otherwise it calls `failed` and then fails with a RedisAway. An answer that
 * arrives later is dropped. While this process itself was busy, the command may not even have left it, so that time is
 * given once more. There is one promise and one timer, because every request passes here.
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

/** The process held up a timer that is later than this. */
const noticedMs = 10;
