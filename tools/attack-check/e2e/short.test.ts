import { afterAll, beforeAll, expect, test } from 'vitest';
import { attacks } from '../src/attacks/index.ts';
import { AttackedPlatform, linesOf } from '../src/check-attack.ts';

const attackMs = 4_000;

let platform: AttackedPlatform;

beforeAll(async () => {
  platform = await AttackedPlatform.start((line) => process.stderr.write(`${line}\n`));
});
afterAll(() => platform.stop());

test.for([...attacks])(
  '$title: other callers are served in time, and no answer denies a write that was done',
  async (attack) => {
    const report = await platform.endure(attack, attackMs);
    // A summary of the run has one line for a failure, so the reasons come first.
    const said = [report.failures.join('; '), ...linesOf(report)].join('\n');
    expect(report.verdict, said).toBe('passed');
  },
);
