import { spawnSync } from 'node:child_process';
import { open } from 'node:fs/promises';
import { expect, test } from 'vitest';

/** Writes more lines than are kept, and says on the standard error how many were lost. */
const program = `
  import { startTelemetry } from '@rapport/telemetry';
  import { setTimeout as delay } from 'node:timers/promises';
  const telemetry = await startTelemetry({ service: 'test', instance: 1, sampleRatio: 0 });
  const { logger, metrics } = telemetry;
  const filler = 'x'.repeat(10_000);
  for (let round = 0; round < 10; round += 1) {
    for (let line = 0; line < 100; line += 1) logger.info({ filler }, 'a line');
    await delay(20);
  }
  const [, lost] = /^log_lines_lost_total (\\d+)/m.exec(await metrics.text()) ?? [];
  await telemetry.shutdown();
  process.stderr.write(lost);
`;

test('a process whose log cannot be written goes on and ends as usual, and counts the lines that it could not keep', async () => {
  const full = await open('/dev/full', 'w');
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module-typescript', '--eval', program], {
    cwd: import.meta.dirname,
    stdio: ['ignore', full.fd, 'pipe'],
    encoding: 'utf8',
    timeout: 30_000,
  });
  await full.close();
  expect(status).toBe(0);
  const lost = Number(stderr);
  // Ten megabytes were logged, and four are kept.
  expect(lost).toBeGreaterThan(400);
  expect(lost).toBeLessThan(1_000);
});
