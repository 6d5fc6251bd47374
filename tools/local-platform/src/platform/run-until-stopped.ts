import type { Platform } from './platform.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Starts the platform in this process and takes it down at the first signal; a second one ends everything at once. */
export async function runUntilStopped(
  platform: Platform,
  say: (line: string) => void,
): Promise<{ stopped: Promise<void> }> {
  const stopped = Promise.withResolvers<void>();
  let count = 0;
  const end = (): void => void platform.kill().finally(() => process.exit(1));
  const onSignal = (): void => {
    count += 1;
    if (count > 1) {
      end();
      return;
    }
    say('Stopping; once more ends it at once.');
    platform.stop().then(stopped.resolve, stopped.reject);
  };
  for (const signal of signals) {
    process.on(signal, onSignal);
  }
  // A bug in this process must not leave the processes that it started.
  process.on('uncaughtException', (error) => {
    console.error(error);
    end();
  });
  await platform.start();
  return { stopped: stopped.promise };
}
