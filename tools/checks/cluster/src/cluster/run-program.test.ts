import { expect, test } from 'vitest';
import { runProgram } from './run-program.ts';

test('a program that fails is an error with the last sentence that it said', async () => {
  const run = runProgram('sh', ['-c', 'echo one >&2; echo two >&2; exit 3'], { signal: new AbortController().signal });
  await expect(run).rejects.toThrow(/two$/);
});

test('the line in which kubectl counts the exit of a command in a pod hides no sentence of that command', async () => {
  const said = 'echo no such tenant >&2; echo command terminated with exit code 1 >&2; exit 1';
  const run = runProgram('sh', ['-c', said], { signal: new AbortController().signal });
  await expect(run).rejects.toThrow(/no such tenant$/);
});

test('a stopped program has ended with all its children when its promise is settled', async () => {
  const stopping = new AbortController();
  const run = runProgram('sh', ['-c', 'sleep 1000 & wait'], { signal: stopping.signal });
  stopping.abort(new Error('stopped'));
  await expect(run).rejects.toThrow('stopped');
});
