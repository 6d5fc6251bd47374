import type { ChildProcess } from 'node:child_process';

/** Signals that end a process that does not heed them. */
export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * The exit code of a program that works for this process. A signal to this process is passed on, and then this process
 * waits for the program, which has things to take down. Ctrl-C in a terminal reaches both: a second one would cut that
 * short.
 */
export async function untilEnded(child: ChildProcess): Promise<number> {
  const pass = (signal: NodeJS.Signals): void => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) {
      child.kill(signal);
    }
  };
  for (const signal of endingSignals) {
    process.on(signal, pass);
  }
  try {
    return await new Promise((resolve, reject) => {
      child.once('close', (code) => resolve(code ?? 1));
      child.once('error', reject);
    });
  } finally {
    for (const signal of endingSignals) {
      process.off(signal, pass);
    }
  }
}
