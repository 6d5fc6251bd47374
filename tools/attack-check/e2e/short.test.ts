import { afterAll, beforeAll, expect, test } from 'vitest';
import { attacks } from '../src/attacks/index.ts';
import { AttackedPlatform, linesOf } from '../src/check-attack.ts';

const attackMs = 6_000;

let platform: AttackedPlatform;

beforeAll(async () => {
  platform = await AttackedPlatform.start((line) => process.stderr.write(`${line}\n`));
});
afterAll(() => platform.stop());

test.for([...attacks])(
  '$title: other callers are served in time, and no answer denies a write that was done',
  async (attack) => {
    const report = await platform.endure(attack, attackMs);
    expect(report.verdict, linesOf(report).join('\n')).toBe('passed');
  },
);
