import { fork } from 'node:child_process';
import { join } from 'node:path';
import { Failure, type Terminal } from '@rapport/command-line';
import { openLog } from '../supervision/log-file.ts';
import { openDataFolder } from './data-folder.ts';
import { logFile } from './logs.ts';
import type { PlatformOptions } from './platform-options.ts';

/** The order to the process in the background, and its reports. */
export type Order = Omit<PlatformOptions, 'parts' | 'postgres' | 'say'>;
export type Report = { said: string } | { failed: string } | { isReady: true };

/**
 * Starts the platform in a process of its own and returns when it is ready. Until then the two belong together: Ctrl-C
 * ends both.
 */
export async function detach(options: PlatformOptions, terminal: Terminal): Promise<void> {
  const { dataDir } = options;
  await openDataFolder(dataDir);
  const log = await openLog(logFile(dataDir, 'up'));
  const child = fork(join(import.meta.dirname, '..', 'background.ts'), [], {
    detached: true,
    stdio: ['ignore', log.fd, log.fd, 'ipc'],
  });
  await log.close();
  child.send(orderOf(options) satisfies Order);
  await new Promise<void>((resolve, reject) => {
    child.on('message', (report: Report) => {
      if ('said' in report) {
        terminal.say(report.said);
      } else if ('failed' in report) {
        reject(new Failure(report.failed));
      } else {
        resolve();
      }
    });
    child.once('exit', () => reject(new Failure(`The start ended early; see ${logFile(dataDir, 'up')}.`)));
  });
  child.removeAllListeners('exit');
  child.disconnect();
  child.unref();
}

/** The order that can be sent to another process, which has the parts itself. */
function orderOf({ parts: _parts, postgres: _postgres, say: _say, ...order }: PlatformOptions): Order {
  return order;
}
