import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { TemporaryPlatform } from '@rapport/testbed';
import { attacks } from './attacks/index.ts';
import { AttackedPlatform, linesOf, type AttackReport } from './check-attack.ts';

/** Run by `./rapport check attack`, which reads the report. What it says goes to stdout. */
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    seconds: { type: 'string', default: '20' },
    report: { type: 'string' },
  },
});
const words = values.only.split(',').filter((word) => word !== '');
const chosen = attacks.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
if (chosen.length === 0) {
  console.error(`No attack has a name with ${words.join(' or ')}.`);
  process.exit(2);
}

// A process that is ended must not leave what it started.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    void TemporaryPlatform.killAll().finally(() => process.exit(1));
  });
}

const platform = await AttackedPlatform.start((line) => console.log(line));
const reports: AttackReport[] = [];
try {
  for (const attack of chosen) {
    const report = await platform.endure(attack, Number(values.seconds) * 1_000);
    for (const line of linesOf(report)) {
      console.log(line);
    }
    reports.push(report);
  }
} finally {
  await platform.stop();
}
const failed = reports.filter(({ verdict }) => verdict === 'failed').length;
const summary = { attacks: reports, passed: reports.length - failed, failed, skipped: 0 };
if (values.report !== undefined) {
  await writeFile(values.report, JSON.stringify(summary));
}
process.exitCode = failed > 0 ? 1 : 0;
