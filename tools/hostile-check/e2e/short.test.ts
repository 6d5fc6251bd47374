import { afterAll, beforeAll, expect, test } from 'vitest';
import { HostilePlatform } from '../src/hostile-platform.ts';
import { linesOf } from '../src/report-lines.ts';

const seed = 1;

let platform: HostilePlatform;

beforeAll(async () => {
  platform = await HostilePlatform.start((line) => process.stderr.write(`${line}\n`));
});
afterAll(() => platform.stop());

test('five thousand hostile requests are answered as the document says, and no process ends', async () => {
  const report = await platform.endure({ seed, count: 5_000 });
  expect(report.findings, linesOf(report, seed).join('\n')).toEqual([]);
  expect(report.sent).toBe(5_000);
});
