import { setTimeout as delay } from 'node:timers/promises';
import { EventBusFailure } from './event-bus-failure.ts';

/** Fails when the work takes longer. The work itself goes on, and its caller ends it. */
export async function within<T>(timeoutMs: number, step: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new EventBusFailure(`${step} took too long.`)), timeoutMs);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for the time, or until the signal aborts. It never rejects. */
export async function pause(pauseMs: number, signal: AbortSignal): Promise<void> {
  await delay(pauseMs, undefined, { signal }).catch(() => undefined);
}

/** The result of the work, or undefined where the signal aborts before. */
export async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T | undefined> {
  const settled = new AbortController();
  const aborted = pause(longestMs, AbortSignal.any([signal, settled.signal]));
  try {
    return await Promise.race([work, aborted.then(() => undefined)]);
  } finally {
    settled.abort();
  }
}

/** The longest time of a timer. */
const longestMs = 2 ** 31 - 1;
