import { afterAll, beforeAll, expect, test } from 'vitest';
import { simplyPassed, type Play, type Stoppable } from './play.ts';

/** Makes a test of each play, all on what the first one starts, or on what the caller starts. */
export function testPlays<S extends Stoppable>(plays: readonly Play<S>[], start = plays[0]?.start): void {
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  let on: S | undefined;
  beforeAll(async () => {
    on = await start?.(say);
  });
  afterAll(() => on?.stop());
  test.for([...plays])('$title', async ({ run }, { skip }) => {
    const { verdict, lines } = (await run(on ?? expect.fail('nothing was started'), say)) ?? simplyPassed;
    // A summary of the run has one line for a failure.
    const text = lines.join('\n');
    if (verdict === 'skipped') {
      skip(text);
    }
    expect(verdict, text).toBe('passed');
  });
}
