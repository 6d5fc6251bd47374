import { afterAll, beforeAll, expect, test } from 'vitest';
import { HostilePlatform, surfaces } from '../src/hostile-platform.ts';
import { linesOf } from '../src/report-lines.ts';

const seed = 1;

let platform: HostilePlatform;

beforeAll(async () => {
  platform = await HostilePlatform.start((line) => process.stderr.write(`${line}\n`));
});
afterAll(() => platform.stop());

test.each(surfaces)(
  'two thousand hostile requests are answered as the %s document says, and no process ends',
  async (surface) => {
    const report = await platform.endure(surface, { seed, count: 2_000 });
    expect(report.findings, linesOf(report, seed).join('\n')).toEqual([]);
    expect(report.sent).toBe(2_000);
  },
);
