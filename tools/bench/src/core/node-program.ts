import { fork } from 'node:child_process';
import { once } from 'node:events';

export interface NodeProgram {
  readonly pid: number;
  readonly origin: string;
  stop(): Promise<void>;
}

/**
 * Runs a server of the bench in a process of its own. Its first message says what it needs; it answers with
 * its port; it ends with this process.
 */
export async function startProgram(entry: URL, instructions: object): Promise<NodeProgram> {
  const child = fork(entry, {
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', TZ: 'UTC' },
    serialization: 'advanced',
  });
  const exited = once(child, 'exit');
  child.send(instructions);
  const answer = await Promise.race([once(child, 'message'), exited.then(() => undefined)]);
  if (answer === undefined || child.pid === undefined) {
    throw new Error(`${entry.pathname} did not start.`);
  }
  return {
    pid: child.pid,
    origin: `http://127.0.0.1:${String(answer[0])}`,
    stop: async () => {
      child.kill();
      await exited;
    },
  };
}
