import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { TemporaryPlatform } from '@rapport/testbed';
import { HostilePlatform, surfaces } from './hostile-platform.ts';
import { isLate, linesOf } from './report-lines.ts';

/** Run by `./rapport check hostile`, which reads the report. What it says goes to stdout. */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    surface: { type: 'string', multiple: true, default: [...surfaces] },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    report: { type: 'string' },
  },
});
const [seed, from, count] = [Number(values.seed), Number(values.from), Number(values.requests)];

// A process that is ended must not leave what it started.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    void TemporaryPlatform.killAll().finally(() => process.exit(1));
  });
}

const platform = await HostilePlatform.start((line) => console.log(line));
try {
  const onProgress = (sent: number): void => console.log(`        ${sent} sent`);
  const summary = { seed, statuses: {}, passed: 0, failed: 0, skipped: 0 };
  for (const surface of surfaces.filter((one) => values.surface.includes(one))) {
    console.log(`the ${surface} document`);
    const report = await platform.endure(surface, { seed, from, count, onProgress });
    for (const line of linesOf(report, seed)) {
      console.log(line);
    }
    summary.failed += report.findings.length + Number(isLate(report.delaysMs));
    summary.passed += report.sent - report.findings.length;
    Object.assign(summary.statuses, report.statuses);
  }
  if (values.report !== undefined) {
    await writeFile(values.report, JSON.stringify(summary));
  }
  process.exitCode = summary.failed > 0 ? 1 : 0;
} finally {
  await platform.stop();
}
