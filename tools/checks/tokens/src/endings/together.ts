/** Ends access with a fault around it. */
export type Around = (endAll: () => Promise<void>) => Promise<void>;

/** Plays at the same time. All of them end access within one fault, which begins when each of them is under load. */
export async function together(fault: Around, plays: readonly ((around: Around) => Promise<void>)[]): Promise<void> {
  const ends: (() => Promise<void>)[] = [];
  const allUnderLoad = Promise.withResolvers<void>();
  const over = allUnderLoad.promise.then(() => fault(async () => void (await Promise.all(ends.map((end) => end())))));
  const around: Around = (endAll) => {
    ends.push(endAll);
    if (ends.length === plays.length) {
      allUnderLoad.resolve();
    }
    return over;
  };
  const outcomes = await Promise.allSettled(
    plays.map((play) =>
      play(around).catch((error: unknown) => {
        // The others would wait for this play.
        allUnderLoad.reject(error);
        throw error;
      }),
    ),
  );
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') {
      throw outcome.reason;
    }
  }
}
