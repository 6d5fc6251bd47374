import { TemporaryPlatform } from '../temporary-platform.ts';

/** Lets a process that is ended take its platforms with it. */
export function endWithPlatforms(say: (line: string) => void = () => undefined): void {
  for (const end of ['SIGINT', 'SIGTERM', 'SIGHUP', 'uncaughtException'] as const) {
    process.on(end, (reason: unknown) => {
      say(String(reason));
      void TemporaryPlatform.killAll().finally(() => process.exit(1));
    });
  }
}
