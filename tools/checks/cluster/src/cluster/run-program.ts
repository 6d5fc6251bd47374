import { spawn } from 'node:child_process';

interface Run {
  /** Ends the program. */
  readonly signal: AbortSignal;
  readonly input?: string;
}

/**
 * The standard output of a program, which has a process group of its own, because Ctrl-C in a terminal would end
 * it before this process has taken down what it made.
 */
export function runProgram(program: string, words: readonly string[], { signal, input }: Run): Promise<string> {
  signal.throwIfAborted();
  const child = spawn(program, words, { detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  const end = (): void => void (child.pid !== undefined && process.kill(-child.pid, 'SIGTERM'));
  signal.addEventListener('abort', end, { once: true });
  const output: Buffer[] = [];
  const errors: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  // A program that ends without having read its input closes the pipe.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input ?? '');
  return new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) {
        resolve(Buffer.concat(output).toString());
      } else if (signal.aborted) {
        reject(signal.reason as Error);
      } else {
        const said = [lastLineOf(errors), lastLineOf(output), `it ended with ${String(code)}`].find(Boolean);
        reject(new Error(`${program} ${words.find((word) => !word.startsWith('-')) ?? ''}: ${said ?? ''}`));
      }
    });
  }).finally(() => signal.removeEventListener('abort', end));
}

/** kubectl ends with a line that says only that the command in the pod has failed, so the line before it counts. */
function lastLineOf(chunks: readonly Buffer[]): string | undefined {
  const lines = Buffer.concat(chunks).toString().trim().split('\n');
  return lines.findLast((line) => !line.startsWith('command terminated with exit code'));
}
