import { EventBusFailure } from './event-bus-failure.ts';

/**
 * Fails when the work takes longer. The work itself goes on, and its caller ends it. Where the work fails again and again until
 * then, `cause` tells why.
 */
export async function within<T>(timeoutMs: number, step: string, work: Promise<T>, cause?: () => unknown): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    const fail = (): void => reject(new EventBusFailure(`${step} took too long.`, cause?.()));
    timer = setTimeout(fail, timeoutMs);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for the time, or until the signal aborts. It never rejects. */
export function pause(pauseMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, pauseMs);
    signal.addEventListener('abort', done);
  });
}

/** The result of the work, or undefined where the signal aborts before. */
export async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T | undefined> {
  const { promise: aborted, resolve } = Promise.withResolvers<undefined>();
  const stop = (): void => resolve(undefined);
  signal.addEventListener('abort', stop);
  if (signal.aborted) {
    stop();
  }
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
