import { once } from 'node:events';
import { sentenceOf } from '@rapport/command-line';
import type { Order, Report } from './platform/detach.ts';
import { ourParts } from './platform/platform-options.ts';
import { Platform } from './platform/platform.ts';
import { runUntilStopped } from './platform/run-until-stopped.ts';

/** The process behind `up --detach`: it takes an order, reports until the platform is ready, and keeps it alive. */
const [order] = (await once(process, 'message')) as [Order];
const report = (message: Report): void => {
  if (process.connected) {
    process.send?.(message);
  }
};
const say = (line: string): void => {
  console.log(line);
  report({ said: line });
};
const endWithCaller = (): boolean => process.kill(process.pid, 'SIGTERM');
process.once('disconnect', endWithCaller);

try {
  const { stopped } = await runUntilStopped(new Platform({ ...order, parts: ourParts, say }), say);
  process.off('disconnect', endWithCaller);
  report({ isReady: true });
  await stopped;
  process.exit(0);
} catch (error) {
  console.error(error);
  report({ failed: sentenceOf(error) });
  process.exitCode = 1;
  process.disconnect?.();
}
