import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { TemporaryPlatform } from '@rapport/testbed';
import { HostilePlatform } from './hostile-platform.ts';
import { linesOf } from './report-lines.ts';

/** Run by `./rapport check hostile`, which reads the report. What it says goes to stdout. */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    report: { type: 'string' },
  },
});
const [seed, from, count] = [Number(values.seed), Number(values.from), Number(values.requests)];

// A process that is ended must not leave what it started.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    TemporaryPlatform.killAll();
    process.exit(1);
  });
}

const platform = await HostilePlatform.start((line) => console.log(line));
try {
  const onProgress = (sent: number): void => console.log(`        ${sent} sent`);
  const report = await platform.endure({ seed, from, count, onProgress });
  for (const line of linesOf(report, seed)) {
    console.log(line);
  }
  const failed = report.findings.length;
  const summary = { seed, statuses: report.statuses, passed: report.sent - failed, failed, skipped: 0 };
  if (values.report !== undefined) {
    await writeFile(values.report, JSON.stringify(summary));
  }
  process.exitCode = failed > 0 ? 1 : 0;
} finally {
  await platform.stop();
}
