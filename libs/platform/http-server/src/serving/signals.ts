/**
 * Ends a process that has nothing to finish yet. The first process of a container has no other way to hear a signal: without
 * this it would load and wait on, until it is killed.
 */
export function endOnSignals(): void {
  for (const signal of signals) {
    process.on(signal, endAtOnce);
  }
}

/** Stops a process that serves. */
export function stopOnSignals(stop: (signal: string) => void): void {
  for (const signal of signals) {
    process.off(signal, endAtOnce);
    process.on(signal, stop);
  }
}

const signals = ['SIGTERM', 'SIGINT'] as const;

function endAtOnce(): void {
  process.exit(0);
}
