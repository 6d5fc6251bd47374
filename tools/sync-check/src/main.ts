import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { TemporaryPlatform } from '@rapport/testbed';
import { checkSync, NothingChosen } from './check-sync.ts';

/** Run by `./rapport check sync`, which reads the report. What it says goes to stdout. */
const { values } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    scale: { type: 'string', default: '1' },
    report: { type: 'string' },
  },
});

// A process that is ended must not leave what it started.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    void TemporaryPlatform.killAll().finally(() => process.exit(1));
  });
}

const report = await checkSync({
  isAll: values.all,
  only: values.only.split(',').filter((word) => word !== ''),
  scale: Number(values.scale),
  say: (line) => console.log(line),
}).catch((error: unknown) => {
  if (!(error instanceof NothingChosen)) {
    throw error;
  }
  console.error(error.message);
  process.exit(2);
});
if (values.report !== undefined) {
  await writeFile(values.report, JSON.stringify(report));
}
process.exitCode = report.failed > 0 ? 1 : 0;
