import { EventBusFailure } from './event-bus-failure.ts';

/** Fails when the work takes longer. The work itself goes on: whoever started it ends it. */
export async function within<T>(milliseconds: number, what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    const fail = (): void => reject(new EventBusFailure(`${what} took longer than ${Math.round(milliseconds)} ms.`));
    timer = setTimeout(fail, milliseconds);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits, or until the signal says that waiting has no use any more; never rejects. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
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
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done);
  });
}

/** The result of the work, or nothing when the signal says before that nobody needs it any more. */
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
